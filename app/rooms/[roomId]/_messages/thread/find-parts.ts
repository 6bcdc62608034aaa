import { findMentions, type Mention } from "@/lib/mentions/mention";
import { findLinks, type TextPart as LinkPart } from "./find-links";

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
