import { countCodePoints } from "../../platform/characters";
import { SEARCH_TEXT_MAX_LENGTH } from "../../platform/page-limits";
import { BEFORE_WORD, beginsWord } from "./words";

const TERMS_MAX = 8;

export function readTerms(text: string): string[] {
  const words = text
    .slice(0, SEARCH_TEXT_MAX_LENGTH)
    .toWellFormed()
    .replaceAll("\u0000", "")
    .normalize("NFKC")
    .split(/\s+/u);
  return [...new Set(words.filter((word) => word !== ""))].slice(0, TERMS_MAX);
}

export interface TextSearch {
  terms: readonly string[];
  room: string | null;
  from: string | null;
  has: "file" | "link" | null;
}

const FILTER = /(?<![^\s])(in|from|has):(?:"([^"]*)"|(\S+))/giu;

/** `in:`, `from:` and `has:` narrow a search; quotes keep a name with spaces together. The last of a kind counts. */
export function readTextSearch(text: string, userId: string | null): TextSearch {
  const filters = new Map<string, string>();
  const rest = text
    .slice(0, SEARCH_TEXT_MAX_LENGTH)
    .toWellFormed()
    .replaceAll("\u0000", "")
    .normalize("NFKC")
    .replace(FILTER, (whole, name: string, quoted: string | undefined, word: string | undefined) => {
      const value = (quoted ?? word ?? "").trim();
      const isKnown = value !== "" && (name.toLowerCase() !== "has" || /^(?:file|link)$/i.test(value));
      if (isKnown) filters.set(name.toLowerCase(), value);
      return isKnown ? " " : whole;
    });
  const [from, has] = [filters.get("from") ?? null, filters.get("has")?.toLowerCase()];
  return {
    terms: readTerms(rest),
    room: filters.get("in") ?? null,
    from: from?.toLowerCase() === "me" ? (userId ?? from) : from,
    has: has === "file" || has === "link" ? has : null,
  };
}

export interface SnippetPart {
  text: string;
  isMatch: boolean;
}

const LEAD = 40;
const SNIPPET_LENGTH = 200;

/** Returns the text as written, unless its width had to be folded. */
export function cutSnippet(body: string, terms: readonly string[]): SnippetPart[] {
  const flat = body.replace(/\s+/gu, " ").trim();
  const pattern = new RegExp(terms.map(writeSource).join("|") || "(?!)", "giv");
  const text = flat.search(pattern) >= 0 ? flat : flat.normalize("NFKC");
  const first = Math.max(0, text.search(pattern));
  const letters = [...text];
  const at = countCodePoints(text.slice(0, first));
  const start = at > LEAD ? at - LEAD : 0;
  const end = start + SNIPPET_LENGTH;
  const cut = (start > 0 ? "…" : "") + letters.slice(start, end).join("") + (end < letters.length ? "…" : "");
  return splitMatches(cut, pattern);
}

function splitMatches(text: string, pattern: RegExp): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isMatch: false });
    parts.push({ text: match[0], isMatch: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false });
  return parts;
}

const writeSource = (term: string) => (beginsWord(term) ? BEFORE_WORD : "") + escapeForRegExp(term);

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
