import { sha256 } from "../../platform/crypto";

/** RFC 6962 §2.1: the prefixes keep a leaf from being taken for a node. */
const LEAF_PREFIX = Buffer.from([0]);
const NODE_PREFIX = Buffer.from([1]);

export const EMPTY_ROOT = sha256("");

export function hashLeaf(entry: Uint8Array): Buffer {
  return sha256(Buffer.concat([LEAF_PREFIX, entry]));
}

export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Buffer.concat([NODE_PREFIX, left, right]));
}

/** The perfect subtree over the leaves from `index * 2 ** level`, `2 ** level` of them. */
export interface Subtree {
  level: number;
  index: number;
}

/** Leaves `from` to `to`, without `to`. */
export interface LeafRange {
  from: number;
  to: number;
}

/** The fewest perfect subtrees over a range, from left to right. */
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

/** The root of a range, from the hashes of its perfect subtrees. */
export function foldRoots(hashes: readonly Buffer[]): Buffer {
  return hashes.reduceRight<Buffer | null>((right, left) => (right ? hashNode(left, right) : left), null) ?? EMPTY_ROOT;
}

export interface SubtreeRoot {
  level: number;
  root: Buffer;
}

/**
 * Puts the next perfect subtree behind those from the log's beginning on. Of an unfinished perfect subtree the left part is
 * always as high as the right one, so two alike are neighbours and become one.
 */
export function joinSubtree(parts: SubtreeRoot[], next: SubtreeRoot): void {
  parts.push(next);
  for (;;) {
    const [left, right] = parts.slice(-2);
    if (!left || !right || left === right || left.level !== right.level) return;
    parts.splice(-2, 2, { level: left.level + 1, root: hashNode(left.root, right.root) });
  }
}

/** The largest power of two below `size`: where RFC 6962 splits a tree. */
function splitAt(size: number): number {
  return 2 ** Math.floor(Math.log2(size - 1));
}

/** The ranges whose roots prove a leaf, the nearest first. */
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

/** The root that a proof of `listInclusionRanges` leads to. */
export function rootOfInclusion(leaf: Buffer, index: number, size: number, proof: readonly Buffer[]): Buffer | null {
  const ranges = listInclusionRanges(index, size);
  if (ranges.length !== proof.length) return null;
  return ranges.reduce((hash, { from }, step) => {
    const sibling = proof[step] ?? EMPTY_ROOT;
    return from > index ? hashNode(hash, sibling) : hashNode(sibling, hash);
  }, leaf);
}
