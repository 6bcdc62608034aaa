import { foldRoots, hashLeaf, hashNode, type Subtree, splitRange } from "./merkle";

/** C2SP tlog-tiles: a tile holds 256 hashes, the roots of as many tiles one level below. */
export const TILE_WIDTH = 256;
export const HASH_BYTES = 32;
export const TILE_BYTES = TILE_WIDTH * HASH_BYTES;
const TILE_LEVELS = 8;

/** Level 0 is stored as entries: their hashes follow from them. */
export interface Tile {
  level: number;
  index: number;
  data: Buffer;
}

export interface TileRequest {
  level: number | "entries";
  index: number;
  width: number;
}

const PATH = /^(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** `<level>/x001/x234/067[.p/<width>]`; null: no tile has this path. */
export function parseTilePath(path: string): TileRequest | null {
  const [, level, groups, partial] = PATH.exec(path) ?? [];
  if (level === undefined || groups === undefined || groups.startsWith("x000")) return null;
  const index = Number(groups.replaceAll(/[x/]/g, ""));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (!Number.isSafeInteger(index) || width > TILE_WIDTH || (partial !== undefined && width === TILE_WIDTH))
    return null;
  return { level: level === "entries" ? level : Number(level), index, width };
}

export function splitHashes(data: Buffer): Buffer[] {
  return Array.from({ length: data.length / HASH_BYTES }, (_, at) =>
    data.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

/** The hashes of a stored tile. */
function readHashes({ level, data }: Tile): Buffer[] {
  const parts = splitHashes(data);
  return level === 0 ? parts.map(hashLeaf) : parts;
}

/** An entry bundle: each entry after its length in two bytes. */
export function writeBundle(entries: readonly Buffer[]): Buffer {
  const length = Buffer.from([0, HASH_BYTES]);
  return Buffer.concat(entries.flatMap((entry) => [length, entry]));
}

/** The root over a power of two of hashes. */
function foldPairs(hashes: readonly Buffer[]): Buffer {
  let row = hashes;
  while (row.length > 1) {
    const below = row;
    row = Array.from({ length: below.length / 2 }, (_, at) =>
      hashNode(below[2 * at] ?? Buffer.alloc(0), below[2 * at + 1] ?? Buffer.alloc(0)),
    );
  }
  return row[0] ?? Buffer.alloc(0);
}

/** Of a full tile: the hash that the level above has of it. */
export function rootOfTile(tile: Tile): Buffer {
  return foldPairs(readHashes(tile));
}

export interface TilePlace {
  level: number;
  index: number;
}

/** The tile that holds the hashes below a subtree, and which of them they are. */
export function placeOf({ level, index }: Subtree): TilePlace & { first: number; count: number } {
  const rest = level % TILE_LEVELS;
  const count = 2 ** rest;
  const first = index * count;
  return {
    level: (level - rest) / TILE_LEVELS,
    index: Math.floor(first / TILE_WIDTH),
    first: first % TILE_WIDTH,
    count,
  };
}

/** null: the tile does not reach so far. */
export function rootInTile(tile: Tile, subtree: Subtree): Buffer | null {
  const { first, count } = placeOf(subtree);
  const data = tile.data.subarray(first * HASH_BYTES, (first + count) * HASH_BYTES);
  return data.length === count * HASH_BYTES ? foldPairs(readHashes({ ...tile, data })) : null;
}

/** The last tile of each level of a tree that has one, where it is not full. */
export function listEdge(size: number): TilePlace[] {
  const edge: TilePlace[] = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH))
    if (count % TILE_WIDTH !== 0) edge.push({ level, index: Math.floor(count / TILE_WIDTH) });
  return edge;
}

/** The right edge of a growing tree. */
export class TreeEdge {
  /** Hashes of the unfinished tile of each level. */
  private readonly levels: { index: number; stored: Buffer[]; hashes: Buffer[]; isChanged: boolean }[] = [];
  private readonly finished: Tile[] = [];

  constructor(
    private leaves: number,
    tiles: readonly Tile[],
  ) {
    const edge = new Map(listEdge(leaves).map(({ level, index }) => [level, index]));
    for (let level = 0, count = leaves; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH)) {
      const index = Math.floor(count / TILE_WIDTH);
      const tile = edge.has(level) ? tiles.find((one) => one.level === level && one.index === index) : undefined;
      const stored = tile ? splitHashes(tile.data) : [];
      if (stored.length !== count % TILE_WIDTH)
        throw new Error(`Tile ${level}/${index} of the audit log is not as long as its tree.`);
      this.levels.push({ index, stored, hashes: tile ? readHashes(tile) : [], isChanged: false });
    }
  }

  get size(): number {
    return this.leaves;
  }

  append(entry: Buffer): void {
    this.push(0, entry, hashLeaf(entry));
    this.leaves += 1;
  }

  root(): Buffer {
    const parts = this.levels.toReversed().flatMap(({ hashes }) =>
      splitRange({ from: 0, to: hashes.length }).map(({ level, index }) => {
        const width = 2 ** level;
        return foldPairs(hashes.slice(index * width, (index + 1) * width));
      }),
    );
    return foldRoots(parts);
  }

  /** Every tile that has grown, each once and as long as it is now. */
  changedTiles(): Tile[] {
    const growing = this.levels.flatMap(({ index, stored, isChanged }, level) =>
      isChanged && stored.length > 0 ? [{ level, index, data: Buffer.concat(stored) }] : [],
    );
    return [...this.finished, ...growing];
  }

  private push(level: number, stored: Buffer, hash: Buffer): void {
    this.levels[level] ??= { index: 0, stored: [], hashes: [], isChanged: false };
    const tile = this.levels[level];
    tile.stored.push(stored);
    tile.hashes.push(hash);
    tile.isChanged = true;
    if (tile.hashes.length < TILE_WIDTH) return;
    this.finished.push({ level, index: tile.index, data: Buffer.concat(tile.stored) });
    const root = foldPairs(tile.hashes);
    this.levels[level] = { index: tile.index + 1, stored: [], hashes: [], isChanged: false };
    this.push(level + 1, root, root);
  }
}
