import { isCostly } from "./markdown-cost";

/** Longer texts are formatted only on request. */
const FORMATTED_MAX_LENGTH = 50_000;

/** Nesting of quotes and lists deeper than people write. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){40}/m;

/** `asked`: formatted when the reader asks for it. `plain`: never, because it would stop their browser. */
export type Format = "formatted" | "asked" | "plain";

export function chooseFormat(text: string): Format {
  if (TOO_DEEP.test(text) || isCostly(text)) return "plain";
  return text.length <= FORMATTED_MAX_LENGTH ? "formatted" : "asked";
}

/** Allowed link targets: the web, mail, or an anchor in the text. Anything else is not a link. */
export function checkLink(href: string): string | null {
  if (href.startsWith("#")) return href;
  return URL.canParse(href) && /^(?:https?|mailto):$/.test(new URL(href).protocol) ? href : null;
}

interface TextNode {
  type: string;
  depth?: number;
  children?: TextNode[];
}

/** The room's name is h1 and the record's title h2, so headings in the text begin at h3 and skip no level. */
export function nestHeadings(tree: TextNode): void {
  let last = 2;
  const nest = (node: TextNode): void => {
    if (node.type === "heading") {
      last = Math.min((node.depth ?? 1) + 2, last + 1, 6);
      node.depth = last;
    }
    for (const child of node.children ?? []) nest(child);
  };
  nest(tree);
}
