import { areEqual, type Bytes, extendKeys, openCheckpoint, openWithAny, sha256, type TreeHead } from "./checkpoint.js";
import {
  foldPairs,
  foldSubtrees,
  HASH_BYTES,
  locateSubtree,
  type Subtree,
  splitRange,
  writeTilePath,
} from "./merkle.js";

export type ReadLog = (path: string) => Promise<Uint8Array>;

export interface Shown {
  checkpoint: string;
  handovers: readonly string[];
}

/** Each key but the first was introduced by the one before. */
export interface Trusted {
  keys: readonly string[];
  checkpoint: string;
}

export type Breach = "unsigned" | "unknown" | "rewound" | "forked";

export interface Followed {
  breach: Breach | undefined;
  keys: readonly string[];
  keptSize: number;
  size: number;
}

export async function followLog(kept: Trusted, shown: Shown, read: ReadLog): Promise<Followed> {
  const keys = await extendKeys(kept.keys, shown.handovers);
  const now = await openCheckpoint(shown.checkpoint, keys.at(-1) ?? "");
  const before = await openWithAny(kept.checkpoint, keys);
  const followed = { keys, keptSize: before?.size ?? 0, size: now?.size ?? 0 };
  if (!now) return { breach: "unsigned", ...followed };
  if (!before) return { breach: "unknown", ...followed };
  if (now.size < before.size) return { breach: "rewound", ...followed };
  return { breach: (await isExtension(before, now, read)) ? undefined : "forked", ...followed };
}

type LaterHash = Promise<Bytes>;

const NODE_PREFIX = Uint8Array.of(1);
const hashNode = async (left: LaterHash, right: LaterHash): LaterHash =>
  sha256(NODE_PREFIX, ...(await Promise.all([left, right])));

/** Both roots must follow from the same hashes: those of the old tree and of what was added. */
export async function isExtension(before: TreeHead, now: TreeHead, read: ReadLog): Promise<boolean> {
  if (now.size < before.size) return false;
  if (now.size === before.size) return areEqual(now.root, before.root);
  const load = async (part: Subtree) => ({ level: part.level, root: await readRoot(part, now.size, read) });
  const old = await Promise.all(splitRange({ from: 0, to: before.size }).map(load));
  const added = await Promise.all(splitRange({ from: before.size, to: now.size }).map(load));
  return areEqual(await rootOf(old), before.root) && areEqual(await rootOf([...old, ...added]), now.root);
}

function rootOf(parts: readonly { level: number; root: Bytes }[]): LaterHash {
  const subtrees = parts.map(({ level, root }) => ({ level, root: Promise.resolve(root) }));
  return foldSubtrees(subtrees, hashNode) ?? sha256();
}

async function readRoot(part: Subtree, size: number, read: ReadLog): Promise<Bytes> {
  const { first, count, ...place } = locateSubtree(part);
  const bytes = await read(`tile/${writeTilePath(place, size)}`);
  const hashes = Array.from({ length: count }, async (_, at) =>
    Uint8Array.from(bytes.subarray((first + at) * HASH_BYTES, (first + at + 1) * HASH_BYTES)),
  );
  return foldPairs(hashes, hashNode);
}
