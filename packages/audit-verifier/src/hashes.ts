import { createHash } from "node:crypto";

export function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** RFC 6962 §2.1 */
export const hashLeaf = (entry: Buffer): Buffer => sha256(Buffer.from([0]), entry);
export const hashNode = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.from([1]), left, right);

/** RFC 8785 */
function canonicalize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalize(member)}`).join(",")}}`;
}

/** The hash of a row in the log. */
export function hashRow(row: object, salt: string): Buffer {
  return hashLeaf(sha256(Buffer.from(salt, "base64"), Buffer.from(canonicalize(row))));
}

interface Sibling {
  from: number;
  to: number;
  isRight: boolean;
}

/** The way from a leaf to the root. Each sibling is the tree over the leaves `from` to `to`, without `to`. */
function listSiblings(index: number, size: number): Sibling[] {
  const siblings: Sibling[] = [];
  for (let from = 0, to = size; to - from > 1; ) {
    let half = 1;
    while (half * 2 < to - from) half *= 2;
    const middle = from + half;
    const isRight = index < middle;
    siblings.push(isRight ? { from: middle, to, isRight } : { from, to: middle, isRight });
    if (isRight) to = middle;
    else from = middle;
  }
  return siblings.reverse();
}

type ReadSibling = (sibling: Sibling, step: number) => Buffer | null;

/** The root that a leaf leads to; null: a part of the way is missing. */
export function climb(leaf: Buffer, index: number, size: number, read: ReadSibling): Buffer | null {
  let hash = leaf;
  for (const [step, sibling] of listSiblings(index, size).entries()) {
    const other = read(sibling, step);
    if (other === null) return null;
    hash = sibling.isRight ? hashNode(hash, other) : hashNode(other, hash);
  }
  return hash;
}

interface Subtree {
  level: number;
  index: number;
}

/** The fewest perfect subtrees over the leaves `from` to `to`, from left to right. */
export function splitRange(from: number, to: number): Subtree[] {
  const parts: Subtree[] = [];
  for (let start = from; start < to; ) {
    let width = 1;
    let level = 0;
    while (start + width * 2 <= to && start % (width * 2) === 0) {
      width *= 2;
      level += 1;
    }
    parts.push({ level, index: start / width });
    start += width;
  }
  return parts;
}

/** The root over perfect subtrees that begin with the first leaf. */
export function foldRoots(parts: readonly (Subtree & { root: Buffer })[]): Buffer {
  const merged: (Subtree & { root: Buffer })[] = [];
  for (const part of parts) {
    let last = part;
    for (let left = merged.at(-1); left && left.level === last.level; left = merged.at(-1)) {
      merged.pop();
      last = { level: left.level + 1, index: Math.floor(left.index / 2), root: hashNode(left.root, last.root) };
    }
    merged.push(last);
  }
  return (
    merged.reduceRight<Buffer | null>((right, { root }) => (right ? hashNode(root, right) : root), null) ?? sha256()
  );
}
