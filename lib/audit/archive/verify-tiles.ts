import { setImmediate as yieldToOthers } from "node:timers/promises";
import { query } from "../../db/transaction";
import { READ_TREE } from "../proof/log.sql";
import { foldRoots, joinSubtree, type LeafRange, type SubtreeRoot, splitRange } from "../proof/merkle";
import { openNote, readTreeHead } from "../proof/note";
import { nameSubtree, readSubtrees } from "../proof/read-log";
import { rootOfTile, splitHashes, TILE_BYTES, TILE_WIDTH } from "../proof/tiles";
import { type ArchiveFile, BrokenArchive } from "./store/archive-store";
import { READ_TILE_RUN } from "./tiles.sql";

/** Of the subtree below a tile of level 1. */
const GROUP_LEVEL = 16;

export interface TileRun {
  /** Of level 0; a multiple of 256, as is their number. */
  firstTile: number;
  tiles: number;
}

/**
 * Reads the whole file back and closes it: each tile has the root that the level above has of it, and all of them, with the
 * rest of the log, make the root that is signed.
 */
export async function verifyTiles(file: ArchiveFile, run: TileRun): Promise<void> {
  try {
    if ((await file.size()) !== run.tiles * TILE_BYTES)
      throw new BrokenArchive("The file is not as long as its tiles.");
    const groups: SubtreeRoot[] = [];
    for (let tile = run.firstTile; tile < run.firstTile + run.tiles; tile += TILE_WIDTH)
      groups.push({ level: GROUP_LEVEL, root: await verifyGroup(file, run, tile) });
    await requireSigned(groups, run);
  } finally {
    await file.close();
  }
}

/** The root over 256 tiles. */
async function verifyGroup(file: ArchiveFile, run: TileRun, from: number): Promise<Buffer> {
  const group = from / TILE_WIDTH;
  const [above] = await query(READ_TILE_RUN, [1, String(group), String(group + 1)]);
  const roots = splitHashes(above?.data ?? Buffer.alloc(0));
  const bytes = await file.read((from - run.firstTile) * TILE_BYTES, TILE_WIDTH * TILE_BYTES);
  for (let at = 0; at < TILE_WIDTH; at += 1) {
    const data = bytes.subarray(at * TILE_BYTES, (at + 1) * TILE_BYTES);
    if (!rootOfTile({ level: 0, index: from + at, data }).equals(roots[at] ?? Buffer.alloc(0)))
      throw new BrokenArchive(`Tile ${from + at} is not the one that was signed.`);
    // Its 511 hashes take half a millisecond.
    await yieldToOthers();
  }
  return rootOfTile({ level: 1, index: group, data: Buffer.concat(roots) });
}

async function requireSigned(groups: readonly SubtreeRoot[], { firstTile, tiles }: TileRun): Promise<void> {
  const [tree] = await query(READ_TREE, []);
  const head = readTreeHead(openNote(tree?.checkpoint ?? "", tree?.verifierKey ?? "") ?? "");
  if (!head) throw new Error("The audit log has no signed checkpoint.");
  const [from, to] = [firstTile * TILE_WIDTH, (firstTile + tiles) * TILE_WIDTH];
  const parts: SubtreeRoot[] = [];
  for (const part of await readRoots({ from: 0, to: from })) joinSubtree(parts, part);
  for (const part of groups) joinSubtree(parts, part);
  for (const part of await readRoots({ from: to, to: head.size })) joinSubtree(parts, part);
  const root = foldRoots(parts.map((part) => part.root));
  if (!root.equals(head.root))
    throw new BrokenArchive("With the rest of the log the tiles make another root than the signed one.");
}

async function readRoots(range: LeafRange): Promise<SubtreeRoot[]> {
  const subtrees = splitRange(range);
  const roots = await readSubtrees(subtrees);
  return subtrees.map((subtree) => {
    const root = roots.get(nameSubtree(subtree));
    if (!root) throw new Error(`The tiles of the audit log lack ${nameSubtree(subtree)}.`);
    return { level: subtree.level, root };
  });
}
