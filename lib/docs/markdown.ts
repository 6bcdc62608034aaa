import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

export interface WordNode {
  type: string;
  value?: string;
  children?: WordNode[];
}

export interface MarkdownNode extends WordNode {
  depth?: number;
  lang?: string | null | undefined;
  meta?: string | null | undefined;
  data?: { hName?: string | undefined; hProperties?: Record<string, unknown> | undefined } | undefined;
  children?: MarkdownNode[];
}

export interface Heading {
  id: string;
  depth: number;
  text: string;
}

export interface Section {
  heading: Heading | null;
  text: string;
}

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

function parse(markdown: string): MarkdownNode {
  return parser.parse(markdown);
}

export function readText(node: WordNode): string {
  if (node.children) return node.children.map(readText).join(node.type === "tableRow" ? " " : "");
  return node.value ?? "";
}

export function stripMarkup(markdown: string): string {
  return readText(parse(markdown)).trim();
}

/** GitHub has the same rule: `Both secrets work` → `both-secrets-work`, in every script. */
export function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}\s_-]/gu, "")
    .replaceAll(/\s+/g, "-");
}

/** The page and its list of headings must use the same anchors. */
export function addHeadingIds(tree: MarkdownNode): void {
  for (const [node, { id }] of listHeadingNodes(tree)) {
    node.data = { ...node.data, hProperties: { ...node.data?.hProperties, id } };
  }
}

/** The anchor of a release outlives its date, and the anchors below it those of newer releases. */
const RELEASE = /^(?:Unreleased|\d+\.\d+\.\d+)(?= |$)/;

function listHeadingNodes(tree: MarkdownNode): (readonly [MarkdownNode, Heading])[] {
  const taken = new Map<string, number>();
  let release = "";
  return (tree.children ?? [])
    .filter(({ type }) => type === "heading")
    .map((node) => {
      const text = readText(node);
      const own = slugOf(text) || "section";
      if (node.depth === 2) release = RELEASE.exec(text)?.[0].toLowerCase() ?? "";
      const slug = release === "" ? own : node.depth === 2 ? release : `${release}-${own}`;
      const count = taken.get(slug) ?? 0;
      taken.set(slug, count + 1);
      return [node, { id: count === 0 ? slug : `${slug}-${count}`, depth: node.depth ?? 2, text }] as const;
    });
}

export function listHeadings(markdown: string): Heading[] {
  return listHeadingNodes(parse(markdown)).map(([, heading]) => heading);
}

export function listSections(markdown: string): Section[] {
  const tree = parse(markdown);
  const headings = new Map(listHeadingNodes(tree));
  const sections: Section[] = [{ heading: null, text: "" }];
  for (const node of tree.children ?? []) {
    const heading = headings.get(node);
    const last = sections.at(-1);
    if (heading) sections.push({ heading, text: "" });
    else if (last) last.text = `${last.text}\n${readBlocks(node)}`.trim();
  }
  return sections.filter(({ heading, text }) => heading !== null || text !== "");
}

/** Blocks stay on separate lines, so that words of neighbours do not run together. */
function readBlocks(node: MarkdownNode): string {
  const isContainer = ["list", "listItem", "blockquote", "table"].includes(node.type);
  return isContainer ? (node.children ?? []).map(readBlocks).join("\n") : readText(node);
}
