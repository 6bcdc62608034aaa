import { hashLeaf } from "../../../packages/audit-verifier/src/hashes";
import {
  HASH_BYTES,
  locateSubtree,
  nameSubtree,
  type Subtree,
  type TileAddress,
} from "../../../packages/audit-verifier/src/merkle";
import { query } from "../../db/transaction";
import { READ_HANDOVERS, READ_TILES, READ_TREE } from "./log.sql";
import { rootInTile, splitHashes, type Tile, type TileRequest, writeBundle } from "./tiles";

export async function readCheckpoint(): Promise<string | null> {
  const [tree] = await query(READ_TREE);
  return tree?.checkpoint || null;
}

export interface LogKeys {
  key: string;
  handovers: string[];
}

export async function readKeys(): Promise<LogKeys | null> {
  const [[tree], handovers] = await Promise.all([query(READ_TREE), query(READ_HANDOVERS)]);
  return tree?.verifierKey ? { key: tree.verifierKey, handovers: handovers.map(({ note }) => note) } : null;
}

export async function readTileBytes({ level, index, width }: TileRequest): Promise<Buffer | null> {
  const stored = level === "entries" ? 0 : level;
  const [tile] = await readTiles([{ level: stored, index }]);
  if (!tile || tile.data.length < width * HASH_BYTES) return null;
  const data = tile.data.subarray(0, width * HASH_BYTES);
  if (level === "entries") return writeBundle(splitHashes(data));
  return level === 0 ? Buffer.concat(splitHashes(data).map(hashLeaf)) : data;
}

async function readTiles(places: readonly TileAddress[]): Promise<Tile[]> {
  const rows = await query(READ_TILES, {
    levels: places.map(({ level }) => level),
    indexes: places.map(({ index }) => String(index)),
  });
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}

export async function readSubtrees(subtrees: readonly Subtree[]): Promise<Map<string, Buffer>> {
  const places = new Map(subtrees.map((subtree) => locateSubtree(subtree)).map((place) => [nameSubtree(place), place]));
  const tiles = new Map((await readTiles([...places.values()])).map((tile) => [nameSubtree(tile), tile]));
  const roots = new Map<string, Buffer>();
  for (const subtree of subtrees) {
    const name = nameSubtree(subtree);
    const tile = roots.has(name) ? undefined : tiles.get(nameSubtree(locateSubtree(subtree)));
    const root = tile && rootInTile(tile, subtree);
    if (root) roots.set(name, root);
  }
  return roots;
}
