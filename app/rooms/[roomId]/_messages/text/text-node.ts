export type ElementTag =
  | "paragraph"
  | "heading"
  | "quote"
  | "bullets"
  | "numbers"
  | "item"
  | "row"
  | "head"
  | "cell"
  | "code"
  | "del"
  | "em"
  | "strong";

/** A message is made of these. React escapes the strings, and links were checked when they were read. */
export type TextNode =
  | string
  | { tag: Exclude<ElementTag, "numbers"> | "table"; children: TextNode[] }
  | { tag: "numbers"; start: number; children: TextNode[] }
  | { tag: "link"; href: string; children: TextNode[] }
  | { tag: "mention"; userId: string; name: string }
  | { tag: "task"; isDone: boolean }
  | { tag: "fence"; text: string }
  | { tag: "rule" };

const MARKUP = /[*_~`#>|\\&<[@＠]|:\/\/|\n\s*\n|^(?:[ \t]|[-+=]|\d+[.)])/mu;

/** Most texts have none, and need nothing that reads it. */
export function hasMarkup(text: string): boolean {
  return MARKUP.test(text);
}
