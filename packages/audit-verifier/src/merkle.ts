/** C2SP tlog-tiles: each hash of a tile is the root of a tile one level below. */
export const TILE_WIDTH = 256;
export const HASH_BYTES = 32;
const TILE_LEVELS = 8;

/** Hashes are bytes, or promises of bytes where only Web Crypto can hash. */
export type HashNode<Hash> = (left: Hash, right: Hash) => Hash;

export interface Subtree {
  level: number;
  index: number;
}

export interface LeafRange {
  from: number;
  to: number;
}

export interface SubtreeRoot<Hash> {
  level: number;
  root: Hash;
}

export const nameSubtree = ({ level, index }: Subtree): string => `${level}/${index}`;

export function splitRange({ from, to }: LeafRange): Subtree[] {
  const parts: Subtree[] = [];
  for (let start = from; start < to; ) {
    let level = Math.floor(Math.log2(to - start));
    // A subtree begins at a multiple of its width.
    while (start % 2 ** level !== 0) level -= 1;
    const width = 2 ** level;
    parts.push({ level, index: start / width });
    start += width;
  }
  return parts;
}

function splitAt(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}

export function listInclusionRanges(index: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = [];
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + splitAt(to - from);
    ranges.push(index < middle ? { from: middle, to } : { from, to: middle });
    if (index < middle) to = middle;
    else from = middle;
  }
  return ranges.reverse();
}

export function foldRoots<Hash>(roots: readonly Hash[], hashNode: HashNode<Hash>): Hash | null {
  return roots.reduceRight<Hash | null>((right, left) => (right === null ? left : hashNode(left, right)), null);
}

export function foldPairs<Hash>(hashes: readonly Hash[], hashNode: HashNode<Hash>): Hash {
  let row = hashes;
  while (row.length > 1) {
    const below = row;
    row = Array.from({ length: below.length / 2 }, (_, at) =>
      hashNode(below[2 * at] as Hash, below[2 * at + 1] as Hash),
    );
  }
  return row[0] as Hash;
}

/**
 * Two neighbours of one height always become one, because the left part of an unfinished subtree is as high as the right
 * one.
 */
export function joinSubtree<Hash>(parts: SubtreeRoot<Hash>[], next: SubtreeRoot<Hash>, hashNode: HashNode<Hash>): void {
  parts.push(next);
  for (;;) {
    const [left, right] = parts.slice(-2);
    if (!left || !right || left === right || left.level !== right.level) return;
    parts.splice(-2, 2, { level: left.level + 1, root: hashNode(left.root, right.root) });
  }
}

export function foldSubtrees<Hash>(subtrees: readonly SubtreeRoot<Hash>[], hashNode: HashNode<Hash>): Hash | null {
  const parts: SubtreeRoot<Hash>[] = [];
  for (const subtree of subtrees) joinSubtree(parts, subtree, hashNode);
  return foldRoots(
    parts.map(({ root }) => root),
    hashNode,
  );
}

export function rootOfRange<Hash>(
  range: LeafRange,
  find: (name: string) => Hash | undefined,
  hashNode: HashNode<Hash>,
): Hash | null {
  const roots = splitRange(range).map((subtree) => find(nameSubtree(subtree)));
  return roots.every((root) => root !== undefined) ? foldRoots(roots, hashNode) : null;
}

export function climb<Hash>(
  leaf: Hash,
  { index, size }: { index: number; size: number },
  readSibling: (range: LeafRange, step: number) => Hash | null | undefined,
  hashNode: HashNode<Hash>,
): Hash | null {
  let hash = leaf;
  for (const [step, range] of listInclusionRanges(index, size).entries()) {
    const sibling = readSibling(range, step);
    if (sibling === null || sibling === undefined) return null;
    hash = range.from > index ? hashNode(hash, sibling) : hashNode(sibling, hash);
  }
  return hash;
}

export interface TileAddress {
  level: number;
  index: number;
}

export function locateSubtree({ level, index }: Subtree): TileAddress & { first: number; count: number } {
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

export function writeTilePath({ level, index }: TileAddress, size: number): string {
  const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
  return `${level}/${path}${width < TILE_WIDTH ? `.p/${width}` : ""}`;
}
