import { randomBytes } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { inTransaction } from "../../db/change-partitions";
import { query, transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import { TILE_BYTES, TILE_WIDTH } from "../proof/tiles";
import { LOCK_ARCHIVING } from "./archives.sql";
import { removeFile } from "./remove-unused";
import { openLocalFile } from "./store/archive-folder";
import { type ArchiveStore, BrokenArchive } from "./store/archive-store";
import {
  ANNOUNCE_TILES,
  DISCARD_TILES,
  ENTER_TILES,
  FIND_FIRST_TILE,
  LIST_LEAVING_TILES,
  LIST_TILE_GROUPS,
  READ_TILE_RUN,
} from "./tiles.sql";
import { type TileRun, verifyTiles } from "./verify-tiles";

/** One file: sixteen million rows of the log, half a GiB. */
const GROUPS_MAX = 256;
const GROUPS_AT_ONCE = 1_000;
const DELETE_TIMEOUT = "30min";
const TILE_DIGITS = 12;

/** For tests that end a process at each of them. */
export type TileStep =
  | "tiles announced"
  | "tiles written"
  | "tiles verified"
  | "tiles named"
  | "tiles entered"
  | "tiles leaving"
  | "tiles left";

export interface TileArchiving {
  /** Of the lease. */
  holder: string;
  store: ArchiveStore;
  reach?: (step: TileStep) => Promise<void>;
}

/**
 * Moves the tiles of level 0 below which no leaf is left in PostgreSQL. They never change, so that their file may be read as
 * soon as it is entered, and PostgreSQL drops its own whenever it comes to it.
 */
export async function archiveTiles(archiving: TileArchiving): Promise<void> {
  // A process ended before it dropped them. That may be long ago.
  for (const { file, firstTile, tiles } of await query(LIST_LEAVING_TILES, []))
    if (await isStillWhole(archiving.store, file, { firstTile: Number(firstTile), tiles }))
      await dropArchived(archiving, file, { firstTile: Number(firstTile), tiles });
  for (const run of await listReadyRuns()) await archiveRun(archiving, run);
}

/** Neighbours together. */
async function listReadyRuns(): Promise<TileRun[]> {
  const runs: TileRun[] = [];
  const [first] = await query(FIND_FIRST_TILE, []);
  if (!first || first.index === null) return runs;
  for (let after = Math.floor(Number(first.index) / TILE_WIDTH) - 1; ; ) {
    const groups = await query(LIST_TILE_GROUPS, [String(after), GROUPS_AT_ONCE]);
    for (const { index } of groups.filter(({ isReady }) => isReady)) {
      const [last, firstTile] = [runs.at(-1), Number(index) * TILE_WIDTH];
      if (last && last.firstTile + last.tiles === firstTile && last.tiles < GROUPS_MAX * TILE_WIDTH)
        last.tiles += TILE_WIDTH;
      else runs.push({ firstTile, tiles: TILE_WIDTH });
    }
    if (groups.length < GROUPS_AT_ONCE) return runs;
    after = Number(groups.at(-1)?.index);
  }
}

async function archiveRun(archiving: TileArchiving, run: TileRun): Promise<void> {
  const { holder, store, reach } = archiving;
  const place = String(run.firstTile).padStart(TILE_DIGITS, "0");
  const name = `audit-tiles-${place}-${randomBytes(8).toString("hex")}.svctiles`;
  const part = join(store.workFolder, `${name}.part`);
  await mkdir(store.workFolder, { recursive: true, mode: 0o700 });
  await query(ANNOUNCE_TILES, [name, String(run.firstTile), run.tiles, now()]);
  await reach?.("tiles announced");
  await writeTiles(part, run);
  await reach?.("tiles written");
  await verifyTiles(await openLocalFile(part), run);
  await reach?.("tiles verified");
  await store.keep(part, name);
  await reach?.("tiles named");
  const isEntered = await transaction(async (tx) => {
    const [lease] = await tx.query(LOCK_ARCHIVING, [holder]);
    return lease !== undefined && (await tx.query(ENTER_TILES, [name, now()])).length > 0;
  });
  await reach?.("tiles entered");
  if (isEntered) await dropArchived(archiving, name, run);
  else await removeFile(store, name);
}

/** Waits until the file is on the disk. */
async function writeTiles(path: string, { firstTile, tiles }: TileRun): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for (let from = firstTile; from < firstTile + tiles; from += TILE_WIDTH) {
      const group = await query(READ_TILE_RUN, [0, String(from), String(from + TILE_WIDTH)]);
      const data = Buffer.concat(group.map((tile) => tile.data));
      if (data.length !== TILE_WIDTH * TILE_BYTES)
        throw new Error(`The tiles of the audit log from ${from} on are not full.`);
      await file.appendFile(data);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** PostgreSQL has the tiles: a file that is not whole is written again. */
async function isStillWhole(store: ArchiveStore, file: string, run: TileRun): Promise<boolean> {
  try {
    await verifyTiles(await store.open(file), run);
    return true;
  } catch (error) {
    const isMissing = (error as { code?: string }).code === "ENOENT";
    if (!(error instanceof BrokenArchive) && !isMissing) throw error;
    log().error({ error, file }, "a file of the audit log's archive is written again");
    await query(DISCARD_TILES, [file]);
    await removeFile(store, file);
    return false;
  }
}

async function dropArchived({ reach }: TileArchiving, file: string, { firstTile, tiles }: TileRun): Promise<void> {
  await inTransaction(async (client) => {
    await client.query(`SET LOCAL statement_timeout = '${DELETE_TIMEOUT}'`);
    const { rowCount } = await client.query(
      "UPDATE audit_tile_archives SET left_at = $2 WHERE file = $1 AND archived_at IS NOT NULL AND left_at IS NULL",
      [file, now()],
    );
    if (rowCount !== 1) return;
    await client.query("DELETE FROM audit_tiles WHERE level = 0 AND index >= $1 AND index < $2", [
      firstTile,
      firstTile + tiles,
    ]);
    await reach?.("tiles leaving");
  });
  await reach?.("tiles left");
}
