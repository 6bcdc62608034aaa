import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { AppError } from "../../platform/errors";
import { type ArchiveFile, BrokenArchive } from "../archive/store/archive-store";
import { openArchiveStore } from "../archive/store/open-store";
import { FIND_ARCHIVED_TILES } from "./archived-tiles.sql";
import { rootOfTile, TILE_BYTES, type Tile } from "./tiles";

/** A proof of a page of rows needs hundreds of tiles. */
const READINGS_AT_ONCE = 8;
/** A reader who asks for the next tile asks for those after it too: an answer of a bucket is far away. */
const TILES_AHEAD = 32;
/** 8 MiB of them. */
const KEPT_TILES = 1_024;

type Found = RowOf<typeof FIND_ARCHIVED_TILES>;

interface KeptTile {
  data: Promise<Buffer>;
  isVerified: boolean;
}

/** The latest that were read, by file and place, the least used first. A file never changes. */
const kept = new Map<string, KeptTile>();
const nameTile = (file: string, place: number) => `${file}/${place}`;

/**
 * Tiles of level 0 that are in the archive; others are left out. The store is not trusted: each tile has to have the root that
 * the signed tree has of it.
 */
export async function readArchivedTiles(indexes: readonly number[]): Promise<Tile[]> {
  if (indexes.length === 0) return [];
  const found = await query(FIND_ARCHIVED_TILES, [indexes.map(String)]);
  const tiles: Tile[] = [];
  for (let first = 0; first < found.length; first += READINGS_AT_ONCE)
    tiles.push(...(await Promise.all(found.slice(first, first + READINGS_AT_ONCE).map(readTile))));
  return tiles;
}

async function readTile({ index, file, firstTile, tiles, root }: Found): Promise<Tile> {
  const place = Number(index) - Number(firstTile);
  const name = nameTile(file, place);
  const reading = kept.get(name) ?? startReading(file, place, tiles);
  try {
    const tile = { level: 0, index: Number(index), data: await reading.data };
    if (!reading.isVerified && !rootOfTile(tile).equals(root))
      throw new BrokenArchive(`Tile ${index} is not the one that was signed.`);
    reading.isVerified = true;
    keep(name, reading);
    return tile;
  } catch (cause) {
    kept.delete(name);
    // That passes: the caller tries again.
    if (cause instanceof AppError && cause.isAway) throw cause;
    throw new BrokenArchive(`${file}, a file of the audit log's archive, cannot be read.`, { cause });
  }
}

/** One tile, or a run of them where the one before it was read lately. */
function startReading(file: string, place: number, tiles: number): KeptTile {
  const count = kept.has(nameTile(file, place - 1)) ? Math.min(TILES_AHEAD, tiles - place) : 1;
  const run = readRun(file, place, count);
  const readings = Array.from({ length: count }, (_, at): KeptTile => {
    // A copy: a tile that is kept must not keep the whole run.
    const data = run.then((bytes) => Buffer.from(bytes.subarray(at * TILE_BYTES, (at + 1) * TILE_BYTES)));
    // It may be that nobody comes to it any more.
    data.catch(() => undefined);
    return { data, isVerified: false };
  });
  for (const [at, reading] of readings.entries()) {
    const name = nameTile(file, place + at);
    keep(name, reading);
    reading.data.catch(() => kept.get(name) === reading && kept.delete(name));
  }
  return readings[0] as KeptTile;
}

/** Behind all others in the order of their going. */
function keep(name: string, reading: KeptTile): void {
  kept.delete(name);
  kept.set(name, reading);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_TILES) return;
    kept.delete(oldest);
  }
}

async function readRun(file: string, place: number, count: number): Promise<Buffer> {
  const store = openArchiveStore();
  if (store === null) throw new BrokenArchive("This service has no archive set.");
  let opened: ArchiveFile | undefined;
  try {
    opened = await store.open(file);
    return await opened.read(place * TILE_BYTES, count * TILE_BYTES);
  } finally {
    await opened?.close();
  }
}
