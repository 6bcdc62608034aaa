import { applyPatch, diffLines, structuredPatch } from "diff";

export interface DiffLine {
  kind: "same" | "removed" | "added" | "skipped";
  text: string;
  count: number;
}

/** Two long texts with little in common would take longer to compare than the result is worth. */
const EFFORT = { maxEditLength: 1_000, timeout: 100 };
const CONTEXT_LINES = 3;
const ROWS_MAX = 2_000;

const splitLines = (text: string): string[] => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");

export function compareTexts(before: string, after: string): DiffLine[] | null {
  const parts = diffLines(before, after, EFFORT);
  if (!parts) return null;
  const lines: DiffLine[] = [];
  for (const [index, { value, added, removed }] of parts.entries()) {
    const kind = added ? "added" : removed ? "removed" : "same";
    const texts = splitLines(value);
    if (kind === "same") lines.push(...foldSame(texts, index === 0, index === parts.length - 1));
    else lines.push(...texts.map((text): DiffLine => ({ kind, text, count: 1 })));
  }
  if (lines.length <= ROWS_MAX) return lines;
  return [...lines.slice(0, ROWS_MAX), { kind: "skipped", text: "", count: lines.length - ROWS_MAX }];
}

function foldSame(texts: readonly string[], isFirst: boolean, isLast: boolean): DiffLine[] {
  const same = (text: string): DiffLine => ({ kind: "same", text, count: 1 });
  const head = isFirst ? 0 : CONTEXT_LINES;
  const tail = isLast ? 0 : CONTEXT_LINES;
  const count = texts.length - head - tail;
  if (count <= 1) return texts.map(same);
  const end = texts.length - tail;
  return [...texts.slice(0, head).map(same), { kind: "skipped", text: "", count }, ...texts.slice(end).map(same)];
}

/** Returns null when both changed the same lines: only a person can decide. */
export function mergeTexts({ base, mine, theirs }: Record<"base" | "mine" | "theirs", string>): string | null {
  const patch = structuredPatch("text", "text", base, theirs, "", "", { context: 2, ...EFFORT });
  if (!patch) return null;
  const merged = applyPatch(mine, patch, { autoConvertLineEndings: false });
  return merged === false ? null : merged;
}
