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

/** What a message may be made of. Its strings are shown as strings, and links were checked when it was read. */
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
