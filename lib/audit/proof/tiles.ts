import { EMPTY_ROOT, hashLeaf, hashNode } from "../../../packages/audit-verifier/src/hashes";
import {
  foldPairs,
  foldRoots,
  HASH_BYTES,
  locateSubtree,
  type Subtree,
  TILE_WIDTH,
  type TileAddress,
} from "../../../packages/audit-verifier/src/merkle";

/** Level 0 stores entries; their hashes follow from them. */
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

function readHashes({ level, data }: Tile): Buffer[] {
  const parts = splitHashes(data);
  return level === 0 ? parts.map(hashLeaf) : parts;
}

export function writeBundle(entries: readonly Buffer[]): Buffer {
  const length = Buffer.from([0, HASH_BYTES]);
  return Buffer.concat(entries.flatMap((entry) => [length, entry]));
}

export function rootInTile(tile: Tile, subtree: Subtree): Buffer | null {
  const { first, count } = locateSubtree(subtree);
  const data = tile.data.subarray(first * HASH_BYTES, (first + count) * HASH_BYTES);
  return data.length === count * HASH_BYTES ? foldPairs(readHashes({ ...tile, data }), hashNode) : null;
}

export function listEdge(size: number): TileAddress[] {
  const edge: TileAddress[] = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH))
    if (count % TILE_WIDTH !== 0) edge.push({ level, index: Math.floor(count / TILE_WIDTH) });
  return edge;
}

function joinHash(roots: Buffer[], place: number, hash: Buffer): Buffer {
  let root = hash;
  // Each trailing one bit of `place` is a finished subtree of the same width as the running root.
  for (let rest = place; rest % 2 === 1; rest = (rest - 1) / 2) root = hashNode(roots.pop() ?? EMPTY_ROOT, root);
  roots.push(root);
  return root;
}

export class TreeEdge {
  private readonly levels: { index: number; stored: Buffer[]; roots: Buffer[]; isChanged: boolean }[] = [];
  private finished: Tile[] = [];

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
      const roots: Buffer[] = [];
      for (const [place, hash] of (tile ? readHashes(tile) : []).entries()) joinHash(roots, place, hash);
      this.levels.push({ index, stored, roots, isChanged: false });
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
    const roots = this.levels.toReversed().flatMap((level) => level.roots);
    return foldRoots(roots, hashNode) ?? EMPTY_ROOT;
  }

  takeChangedTiles(): Tile[] {
    const changed = this.finished;
    this.finished = [];
    for (const [level, tile] of this.levels.entries()) {
      if (tile.isChanged && tile.stored.length > 0)
        changed.push({ level, index: tile.index, data: Buffer.concat(tile.stored) });
      tile.isChanged = false;
    }
    return changed;
  }

  isStoredAs(tiles: readonly Tile[]): boolean {
    const unfinished = this.levels.flatMap(({ index, stored }, level) =>
      stored.length > 0 ? [{ level, index, stored }] : [],
    );
    return (
      unfinished.length === tiles.length &&
      unfinished.every(({ level, index, stored }) =>
        tiles.some((tile) => tile.level === level && tile.index === index && Buffer.concat(stored).equals(tile.data)),
      )
    );
  }

  private push(level: number, stored: Buffer, hash: Buffer): void {
    this.levels[level] ??= { index: 0, stored: [], roots: [], isChanged: false };
    const tile = this.levels[level];
    const root = joinHash(tile.roots, tile.stored.length, hash);
    tile.stored.push(stored);
    tile.isChanged = true;
    if (tile.stored.length < TILE_WIDTH) return;
    this.finished.push({ level, index: tile.index, data: Buffer.concat(tile.stored) });
    this.levels[level] = { index: tile.index + 1, stored: [], roots: [], isChanged: false };
    this.push(level + 1, root, root);
  }
}
