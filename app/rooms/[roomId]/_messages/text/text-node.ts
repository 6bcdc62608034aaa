export type ElementTag =
  | "paragraph"
  | "heading"
  | "h3"
  | "h4"
  | "h5"
  | "h6"
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

export type Alignment = "left" | "center" | "right";

/** A message or a record is made of these. React escapes the strings, and links were checked when they were read. */
export type TextNode =
  | string
  | { tag: Exclude<ElementTag, "numbers"> | "table"; children: TextNode[]; align?: Alignment }
  | { tag: "numbers"; start: number; children: TextNode[] }
  | { tag: "link"; href: string; children: TextNode[] }
  | { tag: "mention"; userId: string; name: string }
  | { tag: "task"; isDone: boolean }
  | { tag: "fence"; text: string }
  | { tag: "rule" }
  | { tag: "break" };

const MARKUP = /[*_~`#>|\\&<[@＠]|:\/\/|\n\s*\n|^(?:[ \t]|[-+=]|\d+[.)])/mu;

/** Most texts have none, and need nothing that reads it. */
export function hasMarkup(text: string): boolean {
  return MARKUP.test(text);
}
