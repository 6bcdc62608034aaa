import { findMentions, type Mention } from "@/lib/mentions/mention";

const ADDRESS =
  /https?:\/\/[^\s<>"`\u3000-\u3002\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff1f\uff5b\uff5d]+/giu;
const ENDING = ".,;:!?'’”*_~";
const [OPENING, CLOSING] = ["([{", ")]}"];

type LinkPart = { kind: "text"; text: string } | { kind: "link"; text: string; href: string };
export type TextPart = LinkPart | { kind: "mention"; userId: string; name: string };

export function findParts(text: string, mentions: readonly Mention[]): TextPart[] {
  return findLinks(text).flatMap((part) => (part.kind === "text" ? splitMentions(part.text, mentions) : part));
}

function splitMentions(text: string, mentions: readonly Mention[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const pass = (upTo: number): void => {
    if (upTo > from) parts.push({ kind: "text", text: text.slice(from, upTo) });
  };
  for (const { person, start, end } of findMentions(text, mentions)) {
    pass(start);
    parts.push({ kind: "mention", userId: person.userId, name: person.name });
    from = end;
  }
  pass(text.length);
  return parts;
}

export function findLinks(text: string): LinkPart[] {
  const parts: LinkPart[] = [];
  let from = 0;
  const pass = (upTo: number): void => {
    if (upTo > from) parts.push({ kind: "text", text: text.slice(from, upTo) });
  };
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimAddress(match[0]);
    const href = readAddress(address);
    if (href === null) continue;
    pass(match.index);
    parts.push({ kind: "link", text: address, href });
    from = match.index + address.length;
  }
  pass(text.length);
  return parts;
}

/**
 * Strips punctuation that closes the sentence and brackets that the URL did not open. One walk from the end, so that a
 * text of nothing but brackets costs no more than any other.
 */
function trimAddress(found: string): string {
  let unopened = count(found, CLOSING) - count(found, OPENING);
  let end = found.length;
  for (; end > 0; end -= 1) {
    const letter = found.charAt(end - 1);
    if (ENDING.includes(letter)) continue;
    if (!CLOSING.includes(letter) || unopened <= 0) break;
    unopened -= 1;
  }
  return found.slice(0, end);
}

function count(text: string, letters: string): number {
  return [...text].filter((letter) => letters.includes(letter)).length;
}

function readAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { href, protocol, username, password } = new URL(address);
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "" ? href : null;
}
