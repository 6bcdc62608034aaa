import { isCostly } from "./markdown-cost";

const FORMATTED_MAX_LENGTH = 50_000;

const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){40}/m;

/** `asked` waits for the reader's request; `plain` is never formatted, because it would freeze the browser. */
export type Format = "formatted" | "asked" | "plain";

export function chooseFormat(text: string, stepsMax?: number): Format {
  if (TOO_DEEP.test(text) || isCostly(text, stepsMax)) return "plain";
  return text.length <= FORMATTED_MAX_LENGTH ? "formatted" : "asked";
}

/** Any other target (`javascript:` above all) is not a link. */
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
