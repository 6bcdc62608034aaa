import type { Mention } from "@/lib/mentions/mention";
import { readContent, readRecordText } from "./read-content";
import { hasMarkup, type TextNode } from "./text-node";

/** Characters of texts that stay read. Each page of a busy room reads the same fifty again for every message that arrives. */
const KEPT_MAX_LENGTH = 2_000_000;
/** Reading a text takes 5 to 40 µs a character. Beyond this, a page's texts are read by its browser. */
const NEW_MAX_LENGTH = 8_000;

const kept = new Map<string, TextNode[] | null>();
let keptLength = 0;

export type ReadOnPage = (text: string, mentions: readonly Mention[]) => TextNode[] | null | undefined;

/** One for each answer. undefined: the browser reads this text. */
export function createPageReader(): ReadOnPage {
  let left = NEW_MAX_LENGTH;
  return (text, mentions) => {
    if (!hasMarkup(text)) return null;
    const key = JSON.stringify([text, mentions]);
    const found = kept.get(key);
    if (found === undefined) {
      if (text.length > left) return undefined;
      left -= text.length;
    }
    return keep(key, found === undefined ? readContent(text, mentions) : found);
  };
}

/** null: the browser formats this record. */
export function readRecordOnPage(text: string): TextNode[] | null {
  if (text.length > NEW_MAX_LENGTH) return null;
  const key = `record ${text}`;
  const found = kept.get(key);
  return keep(key, found === undefined ? readRecordText(text) : found);
}

function keep(key: string, content: TextNode[] | null): TextNode[] | null {
  if (kept.delete(key)) keptLength -= key.length;
  kept.set(key, content);
  keptLength += key.length;
  for (const oldest of kept.keys()) {
    if (keptLength <= KEPT_MAX_LENGTH) break;
    kept.delete(oldest);
    keptLength -= oldest.length;
  }
  return content;
}
