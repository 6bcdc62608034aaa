import { foldRoots, hashNode, splitRange } from "./hashes";
import { followKeys, type Head, openCheckpoint } from "./note";

const TILE_WIDTH = 256;
const TILE_LEVELS = 8;
const HASH_BYTES = 32;

/** The body of a path below `/audit/log`. */
export type ReadLog = (path: string) => Promise<Buffer>;

interface Followed {
  /** null: the log is the one of the kept checkpoint, grown. */
  problem: string | null;
  /** The log's newest checkpoint. */
  checkpoint: string;
  kept: number;
  size: number;
}

/** Proves from the log's public hashes that it is the one of a kept checkpoint, grown at its end alone. */
export async function followLog(key: string, kept: string, read: ReadLog): Promise<Followed> {
  const { handovers = [] } = JSON.parse((await read("keys")).toString()) as { handovers?: string[] };
  const keys = followKeys(key, handovers);
  const checkpoint = (await read("checkpoint")).toString();
  const now = openCheckpoint(checkpoint, keys.at(-1) ?? "");
  const before = keys.map((one) => openCheckpoint(kept, one)).find((head) => head !== null);
  if (!now)
    return {
      problem: "The log's checkpoint is not signed by your key, nor by one that it has introduced.",
      checkpoint,
      kept: 0,
      size: 0,
    };
  const sizes = { checkpoint, kept: before?.size ?? 0, size: now.size };
  if (!before) return { problem: "The checkpoint that you kept is not signed by your key.", ...sizes };
  if (now.size < before.size)
    return {
      problem: `The log was rewound: you have seen ${before.size} entries, and now there are ${now.size}.`,
      ...sizes,
    };
  const isGrown = await isExtension(before, now, read);
  return {
    problem: isGrown ? null : `The log was forked: the ${before.size} entries that you have seen are not in it.`,
    ...sizes,
  };
}

/** Both roots must follow from the same hashes: those of the old tree, and of what came after it. */
async function isExtension(before: Head, now: Head, read: ReadLog): Promise<boolean> {
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
