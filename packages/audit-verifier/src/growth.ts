import { areEqual, type TreeHead } from "./checkpoint.js";
import { EMPTY_ROOT, hashNode } from "./hashes.js";
import { foldSubtrees, type SubtreeRoot, splitRange } from "./merkle.js";

/** `hashes` are the roots over the first `size` entries, then those over the added ones. */
export interface Growth {
  size: number;
  hashes: string[];
}

export function describeGrowth(kept: TreeHead, now: TreeHead, growth: Growth | undefined): string | null {
  if (kept.size > now.size)
    return `The log was rewound: you have seen ${kept.size} entries, and this file knows ${now.size}.`;
  if (kept.size === now.size)
    return areEqual(kept.root, now.root)
      ? null
      : `The log was forked: its ${now.size} entries are not those that you have seen.`;
  if (kept.size === 0) return null;
  if (growth?.size !== kept.size)
    return `The file does not show how the log grew from the ${kept.size} entries that you have seen. Check the log itself with follow.`;
  const old = splitRange({ from: 0, to: kept.size });
  const parts = [...old, ...splitRange({ from: kept.size, to: now.size })].map(({ level }, at) => ({
    level,
    root: Buffer.from(growth.hashes[at] ?? "", "base64"),
  }));
  const leadsTo = (from: readonly SubtreeRoot<Buffer>[], { root }: TreeHead) =>
    areEqual(foldSubtrees(from, hashNode) ?? EMPTY_ROOT, root);
  const isGrown = leadsTo(parts.slice(0, old.length), kept) && leadsTo(parts, now);
  return isGrown ? null : `The log was forked: the ${kept.size} entries that you have seen are not in it.`;
}
