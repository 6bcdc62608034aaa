import { readFileSync } from "node:fs";

export const MARK_FRAME =
  "M4 4.5h16a1 1 0 0 1 1 1v1a1 1 0 0 1-1 1h-.5v11a1 1 0 0 1-1 1h-1a1 1 0 0 1-1-1v-11h-9v11a1 1 0 0 1-1 1h-1a1 1 0 0 1-1-1v-11H4a1 1 0 0 1-1-1v-1a1 1 0 0 1 1-1z";
export const MARK_PERSON = { cx: 12, cy: 13.5, r: 2.25 };

export function writeMark(color: string): string {
  const { cx, cy, r } = MARK_PERSON;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
    `<rect width="24" height="24" rx="6" fill="${color}"/>` +
    `<g fill="#fff"><path d="${MARK_FRAME}"/><circle cx="${cx}" cy="${cy}" r="${r}"/></g></svg>`
  );
}

const MARK_MAX_BYTES = 32 * 1024;
const ACTIVE = [
  /<!DOCTYPE|<!ENTITY|<(?:script|foreignObject|iframe|image|a)\b/i,
  /\son\w+\s*=/i,
  /@import|url\(\s*["']?(?!["'#])/i,
  /\b(?:href|src)\s*=\s*["']?(?!["'#])/i,
];

export function readMark(path: string): string | null {
  try {
    const text = readFileSync(path, "utf8").trim();
    return isDrawing(text) ? text : null;
  } catch {
    return null;
  }
}

export function isDrawing(text: string): boolean {
  const root = /^(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*(<svg\b[^>]*>)/.exec(text)?.[1] ?? "";
  const isWhole = /\sviewBox\s*=/.test(root) && text.endsWith("</svg>") && text.length <= MARK_MAX_BYTES;
  return isWhole && !ACTIVE.some((pattern) => pattern.test(text));
}
