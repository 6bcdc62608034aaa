import { areEqual, type Bytes, sha256, type TreeHead } from "./checkpoint.js";

/** C2SP tlog-tiles: a tile holds 256 hashes of one level, the roots of as many tiles below. */
const TILE_WIDTH = 256;
const TILE_LEVELS = 8;
const HASH_BYTES = 32;
const NODE_PREFIX = Uint8Array.of(1);

/** The bytes of a path below `/audit/log`. */
export type ReadLog = (path: string) => Promise<Bytes>;

interface Subtree {
  level: number;
  index: number;
}
type Rooted = Subtree & { root: Bytes };

const hashNode = (left: Bytes, right: Bytes) => sha256(NODE_PREFIX, left, right);

/** Whether `now` is the log of `before`, grown at its end alone: both roots must follow from the same hashes. */
export async function isExtension(before: TreeHead, now: TreeHead, read: ReadLog): Promise<boolean> {
  if (now.size < before.size) return false;
  if (now.size === before.size) return areEqual(now.root, before.root);
  const load = async (part: Subtree) => ({ ...part, root: await readRoot(part, now.size, read) });
  const old = await Promise.all(splitRange(0, before.size).map(load));
  const added = await Promise.all(splitRange(before.size, now.size).map(load));
  return areEqual(await foldRoots(old), before.root) && areEqual(await foldRoots([...old, ...added]), now.root);
}

/** The fewest perfect subtrees over the leaves `from` to `to`, from left to right. */
function splitRange(from: number, to: number): Subtree[] {
  const parts: Subtree[] = [];
  for (let start = from; start < to; ) {
    let level = 0;
    while (start + 2 ** (level + 1) <= to && start % 2 ** (level + 1) === 0) level += 1;
    parts.push({ level, index: start / 2 ** level });
    start += 2 ** level;
  }
  return parts;
}

/** The root over perfect subtrees that begin with the first leaf. */
async function foldRoots(parts: readonly Rooted[]): Promise<Bytes> {
  const merged: Rooted[] = [];
  for (const part of parts) {
    let last = part;
    for (let left = merged.at(-1); left && left.level === last.level; left = merged.at(-1)) {
      merged.pop();
      last = { level: left.level + 1, index: Math.floor(left.index / 2), root: await hashNode(left.root, last.root) };
    }
    merged.push(last);
  }
  let right = merged.pop()?.root;
  if (right === undefined) return sha256();
  for (let left = merged.pop(); left; left = merged.pop()) right = await hashNode(left.root, right);
  return right;
}

/** From the tile that holds its hashes. */
async function readRoot({ level, index }: Subtree, size: number, read: ReadLog): Promise<Bytes> {
  const count = 2 ** (level % TILE_LEVELS);
  const tileLevel = Math.floor(level / TILE_LEVELS);
  const tile = Math.floor((index * count) / TILE_WIDTH);
  const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** tileLevel) - tile * TILE_WIDTH);
  const bytes = await read(`tile/${tileLevel}/${writeNumber(tile)}${width < TILE_WIDTH ? `.p/${width}` : ""}`);
  const first = (index * count) % TILE_WIDTH;
  let hashes = Array.from({ length: count }, (_, at) =>
    bytes.slice((first + at) * HASH_BYTES, (first + at + 1) * HASH_BYTES),
  );
  while (hashes.length > 1) {
    const below = hashes;
    const pairs = Array.from({ length: below.length / 2 }, (_, at) => [below[2 * at], below[2 * at + 1]] as const);
    hashes = await Promise.all(
      pairs.map(([left, right]) => hashNode(left ?? new Uint8Array(), right ?? new Uint8Array())),
    );
  }
  return hashes[0] ?? new Uint8Array();
}

/** 1234067 → x001/x234/067 */
function writeNumber(tile: number): string {
  const digits = String(tile);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
}
