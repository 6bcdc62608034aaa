import { foldRoots, splitRange } from "./hashes";
import type { Head } from "./note";

/** The roots of the perfect subtrees over the first `size` entries, and then over those that came after them. */
export interface Growth {
  size: number;
  hashes: string[];
}

/** null: `now` is the log of `kept`, grown at its end alone. */
export function describeGrowth(kept: Head, now: Head, growth: Growth | undefined): string | null {
  if (kept.size > now.size)
    return `The log was rewound: you have seen ${kept.size} entries, and this file knows ${now.size}.`;
  if (kept.size === now.size)
    return kept.root.equals(now.root)
      ? null
      : `The log was forked: its ${now.size} entries are not those that you have seen.`;
  if (kept.size === 0) return null;
  if (growth?.size !== kept.size)
    return `The file does not show how the log has grown from the ${kept.size} entries that you have seen. Ask the log itself: follow.`;
  const old = splitRange(0, kept.size);
  const parts = [...old, ...splitRange(kept.size, now.size)].map((part, at) => ({
    ...part,
    root: Buffer.from(growth.hashes[at] ?? "", "base64"),
  }));
  const isGrown = foldRoots(parts.slice(0, old.length)).equals(kept.root) && foldRoots(parts).equals(now.root);
  return isGrown ? null : `The log was forked: the ${kept.size} entries that you have seen are not in it.`;
}
