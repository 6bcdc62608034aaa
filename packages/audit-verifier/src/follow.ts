import { foldRoots, hashNode, splitRange } from "./hashes";
import { followKeys, type Head, openCheckpoint } from "./note";

const TILE_WIDTH = 256;
const TILE_LEVELS = 8;
const HASH_BYTES = 32;

/** The body of a path below `/audit/log`. */
export type ReadLog = (path: string) => Promise<Buffer>;

/** The log at one moment, as it shows itself. */
export interface Shown {
  checkpoint: string;
  handovers: readonly string[];
}

/** A checkpoint that was seen earlier, and the keys that are trusted: each but the first was introduced by the one before. */
export interface Trusted {
  keys: readonly string[];
  checkpoint: string;
}

export type Breach = "unsigned" | "unknown" | "rewound" | "forked";

export interface Followed {
  /** null: the log is the one of the kept checkpoint, grown at its end alone. */
  breach: Breach | null;
  /** The trusted keys, with those that they have introduced since. */
  keys: readonly string[];
  kept: number;
  size: number;
}

/** Reads `keys` before `checkpoint`: a key that came in between makes the checkpoint unsigned, and is there at the next reading. */
export async function readShown(read: ReadLog): Promise<Shown> {
  return { handovers: readHandovers(await read("keys")), checkpoint: (await read("checkpoint")).toString() };
}

/** Of the body of `keys`. */
export function readHandovers(keys: Buffer): readonly string[] {
  const { handovers = [] } = JSON.parse(keys.toString()) as { handovers?: string[] };
  return handovers;
}

/** Proves from the log's public hashes that what it shows is the log of a kept checkpoint, grown at its end alone. */
export async function followLog(kept: Trusted, shown: Shown, read: ReadLog): Promise<Followed> {
  const keys = extendKeys(kept.keys, shown.handovers);
  const now = openCheckpoint(shown.checkpoint, keys.at(-1) ?? "");
  const before = openWithAny(kept.checkpoint, keys);
  const followed = { keys, kept: before?.size ?? 0, size: now?.size ?? 0 };
  if (!now) return { breach: "unsigned", ...followed };
  if (!before) return { breach: "unknown", ...followed };
  if (now.size < before.size) return { breach: "rewound", ...followed };
  return { breach: (await isExtension(before, now, read)) ? null : "forked", ...followed };
}

/** A list that ends as before stays as it is, also where keys were changed back. */
function extendKeys(known: readonly string[], handovers: readonly string[]): readonly string[] {
  const keys = lengthenKeys(known, handovers);
  return keys.at(-1) === known.at(-1) ? known : keys;
}

/** The keys from one list to the end of the other, whichever is the older; null: no handover leads from one to the other. */
export function joinKeys(
  one: readonly string[],
  other: readonly string[],
  handovers: readonly string[],
): readonly string[] | null {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const keys = lengthenKeys(from, handovers);
    if (keys.includes(to.at(-1) ?? "")) return keys;
  }
  return null;
}

function lengthenKeys(known: readonly string[], handovers: readonly string[]): readonly string[] {
  return [...known.slice(0, -1), ...followKeys(known.at(-1) ?? "", handovers)];
}

/** `keyAt`: which of the keys has signed it. An older checkpoint may be signed by a key that has been replaced since. */
export function openWithAny(checkpoint: string, keys: readonly string[]): (Head & { keyAt: number }) | null {
  for (const [keyAt, key] of keys.entries()) {
    const head = openCheckpoint(checkpoint, key);
    if (head) return { ...head, keyAt };
  }
  return null;
}

/** Both roots must follow from the same hashes: those of the old tree, and of what came after it. */
export async function isExtension(before: Head, now: Head, read: ReadLog): Promise<boolean> {
  if (now.size === before.size) return now.root.equals(before.root);
  const load = ({ level, index }: { level: number; index: number }) => readRoot(level, index, now.size, read);
  const old = await Promise.all(splitRange(0, before.size).map(async (part) => ({ ...part, root: await load(part) })));
  const added = splitRange(before.size, now.size);
  const grown = await Promise.all(added.map(async (part) => ({ ...part, root: await load(part) })));
  return foldRoots(old).equals(before.root) && foldRoots([...old, ...grown]).equals(now.root);
}

/** The root of a perfect subtree, from the tile that holds its hashes. */
async function readRoot(level: number, index: number, size: number, read: ReadLog): Promise<Buffer> {
  const count = 2 ** (level % TILE_LEVELS);
  const tileLevel = Math.floor(level / TILE_LEVELS);
  const first = index * count;
  const tile = Math.floor(first / TILE_WIDTH);
  const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** tileLevel) - tile * TILE_WIDTH);
  const bytes = await read(`tile/${tileLevel}/${writeNumber(tile)}${width < TILE_WIDTH ? `.p/${width}` : ""}`);
  let hashes = Array.from({ length: count }, (_, at) => {
    const start = ((first % TILE_WIDTH) + at) * HASH_BYTES;
    return bytes.subarray(start, start + HASH_BYTES);
  });
  while (hashes.length > 1)
    hashes = Array.from({ length: hashes.length / 2 }, (_, at) =>
      hashNode(hashes[2 * at] ?? Buffer.alloc(0), hashes[2 * at + 1] ?? Buffer.alloc(0)),
    );
  return hashes[0] ?? Buffer.alloc(0);
}

/** 1234067 → x001/x234/067 */
function writeNumber(tile: number): string {
  const digits = String(tile);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
}
