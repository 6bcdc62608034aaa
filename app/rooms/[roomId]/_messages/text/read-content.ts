import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import type { Mention } from "@/lib/mentions/mention";
import { checkLink, chooseFormat, nestHeadings } from "@/lib/records/markdown";
import { findLinks, findParts } from "./find-parts";
import { type Alignment, hasMarkup, type TextNode } from "./text-node";

/** Bounds of the server's time and the reader's page. A text beyond them is shown as written. */
const STEPS_MAX = 2_000_000;
const NODES_MAX = 1_000;
const DEPTH_MAX = 16;

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** null for a text without markup, which is shown as written. */
export function readContent(text: string, mentions: readonly Mention[]): TextNode[] | null {
  if (!hasMarkup(text)) return null;
  const asWritten = (): TextNode[] | null => orNull(text, readParts(text, mentions));
  if (chooseFormat(text, STEPS_MAX) !== "formatted") return asWritten();
  const reader = { text, mentions, nodes: 0, isRecord: false, isWhole: true };
  const blocks = readBlocks(reader, parser.parse(text), 0);
  if (reader.nodes > NODES_MAX) return asWritten();
  const [only] = blocks;
  const isParagraph = blocks.length === 1 && typeof only === "object" && only.tag === "paragraph";
  return orNull(text, isParagraph ? only.children : blocks);
}

/** null: the browser formats this text, which has more than is read here. */
export function readRecordText(text: string): TextNode[] | null {
  if (chooseFormat(text, STEPS_MAX) !== "formatted") return null;
  const reader = { text, mentions: [], nodes: 0, isRecord: true, isWhole: true };
  const tree = parser.parse(text);
  nestHeadings(tree);
  const blocks = readBlocks(reader, tree, 0);
  return reader.isWhole && reader.nodes <= NODES_MAX ? blocks : null;
}

function orNull(text: string, nodes: TextNode[]): TextNode[] | null {
  return nodes.length === 1 && nodes[0] === text ? null : nodes;
}

interface Reader {
  text: string;
  mentions: readonly Mention[];
  nodes: number;
  isRecord: boolean;
  /** Everything was read; otherwise some of it is shown as written. */
  isWhole: boolean;
}

interface MarkdownNode {
  type: string;
  depth?: number;
  align?: (Alignment | null)[] | null | undefined;
  value?: string | undefined;
  url?: string | undefined;
  alt?: string | null | undefined;
  ordered?: boolean | null | undefined;
  start?: number | null | undefined;
  checked?: boolean | null | undefined;
  children?: MarkdownNode[] | undefined;
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined;
}

function readBlocks(reader: Reader, { children = [] }: MarkdownNode, depth: number): TextNode[] {
  return children.map((node) => readBlock(reader, node, depth + 1));
}

function readBlock(reader: Reader, node: MarkdownNode, depth: number): TextNode {
  reader.nodes += 1;
  if (depth <= DEPTH_MAX)
    switch (node.type) {
      case "heading":
        return { tag: chooseHeading(reader, node), children: readInline(reader, node, depth) };
      case "paragraph":
        return { tag: "paragraph", children: readInline(reader, node, depth) };
      case "blockquote":
        return { tag: "quote", children: readBlocks(reader, node, depth) };
      case "list":
        return node.ordered
          ? { tag: "numbers", start: node.start ?? 1, children: readItems(reader, node, depth) }
          : { tag: "bullets", children: readItems(reader, node, depth) };
      case "table":
        return { tag: "table", children: readRows(reader, node, depth) };
      case "code":
        return { tag: "fence", text: node.value ?? "" };
      case "thematicBreak":
        return { tag: "rule" };
    }
  if (node.type !== "html") reader.isWhole = false;
  return { tag: "paragraph", children: readParts(readSource(reader, node), reader.mentions) };
}

const HEADINGS = { 3: "h3", 4: "h4", 5: "h5", 6: "h6" } as const;

function chooseHeading({ isRecord }: Reader, { depth }: MarkdownNode) {
  return isRecord && (depth === 3 || depth === 4 || depth === 5 || depth === 6) ? HEADINGS[depth] : "heading";
}

function readItems(reader: Reader, { children = [] }: MarkdownNode, depth: number): TextNode[] {
  return children.map((item) => {
    const isTask = typeof item.checked === "boolean";
    const nodes = readBlocks(reader, item, depth + 1).flatMap((block) => {
      const isLine = typeof block === "object" && block.tag === "paragraph" && item.children?.length === 1;
      return isLine ? block.children : [block];
    });
    return { tag: "item", children: isTask ? [{ tag: "task", isDone: item.checked === true }, ...nodes] : nodes };
  });
}

function readRows(reader: Reader, { children = [], align }: MarkdownNode, depth: number): TextNode[] {
  return children.map((row, n) => ({
    tag: "row",
    children: (row.children ?? []).map((cell, column) => {
      reader.nodes += 1;
      const side = align?.[column];
      return {
        tag: n === 0 ? "head" : "cell",
        children: readInline(reader, cell, depth + 1),
        ...(side ? { align: side } : {}),
      };
    }),
  }));
}

/** Neighbouring strings are joined, so that URLs and names are found in the whole of them. */
function readInline(reader: Reader, { children = [] }: MarkdownNode, depth: number, isInLink = false): TextNode[] {
  const nodes: TextNode[] = [];
  let words = "";
  const pass = (): void => {
    if (words !== "") nodes.push(...(isInLink ? [words] : readParts(words, reader.mentions)));
    words = "";
  };
  for (const read of children.flatMap((child) => readPhrase(reader, child, depth + 1, isInLink))) {
    if (typeof read === "string") words += read;
    else {
      pass();
      nodes.push(read);
    }
  }
  pass();
  return nodes;
}

const MARKS = { emphasis: "em", strong: "strong", delete: "del" } as const;

function readPhrase(reader: Reader, node: MarkdownNode, depth: number, isInLink: boolean): TextNode | TextNode[] {
  reader.nodes += 1;
  const source = readSource(reader, node);
  if (depth > DEPTH_MAX) return readUnknown(reader, source);
  switch (node.type) {
    case "text":
    case "html":
      return node.value ?? "";
    case "break":
      return reader.isRecord ? { tag: "break" } : "\n";
    case "inlineCode":
      return { tag: "code", children: [node.value ?? ""] };
    case "emphasis":
    case "strong":
    case "delete":
      return { tag: MARKS[node.type], children: readInline(reader, node, depth, isInLink) };
    case "link":
      return readLink(reader, node, depth);
    case "image":
      return reader.isRecord ? readUnknown(reader, source) : (readImage(node, isInLink) ?? source);
    default:
      return readUnknown(reader, source);
  }
}

function readUnknown(reader: Reader, source: string): string {
  reader.isWhole = false;
  return source;
}

function readLink(reader: Reader, node: MarkdownNode, depth: number): TextNode | TextNode[] {
  const source = readSource(reader, node);
  if (!source.startsWith("[")) return readBareLink(reader, node, source, depth);
  const href = checkLink(node.url ?? "");
  if (href?.startsWith("#")) return readUnknown(reader, source);
  if (href === null || namesOtherHost(source, href)) return source;
  return { tag: "link", href, children: readInline(reader, node, depth, true) };
}

/** The parser takes everything up to a space for the URL, also where a script has no spaces. */
function readBareLink(
  reader: Reader,
  { url = "" }: MarkdownNode,
  source: string,
  depth: number,
): TextNode | TextNode[] {
  const [first] = findLinks(source);
  const href = checkLink(url);
  if (reader.isRecord && href !== null && first?.kind !== "link")
    return { tag: "link", href, children: [source.replaceAll(/^<|>$/g, "")] };
  const rest = first?.kind === "link" ? source.slice(first.text.length) : "";
  const paragraph: MarkdownNode | undefined = hasMarkup(rest) ? parser.parse(rest).children[0] : undefined;
  if (!first || paragraph?.type !== "paragraph") return source;
  const inner = { ...reader, text: rest };
  const nodes = readInline(inner, paragraph, depth);
  reader.nodes = inner.nodes;
  reader.isWhole = inner.isWhole;
  return [first.text, ...nodes];
}

/** `[https://bank.example](https://evil.example)` is shown as written. */
function namesOtherHost(source: string, href: string): boolean {
  const label = source.slice(0, source.lastIndexOf("]("));
  return findLinks(label).some((part) => part.kind === "link" && new URL(part.href).host !== new URL(href).host);
}

/** A picture from elsewhere would tell its server who reads. */
function readImage({ url = "", alt }: MarkdownNode, isInLink: boolean): TextNode | null {
  const href = checkLink(url);
  if (href === null || href.startsWith("#")) return null;
  return isInLink ? alt || url : { tag: "link", href, children: [alt || url] };
}

function readSource({ text }: Reader, { position, value = "", children = [] }: MarkdownNode): string {
  const [start, end] = [position?.start.offset, position?.end.offset];
  if (start !== undefined && end !== undefined) return text.slice(start, end);
  return value || children.map((child) => child.value ?? "").join("");
}

function readParts(text: string, mentions: readonly Mention[]): TextNode[] {
  return findParts(text, mentions).map((part) => {
    if (part.kind === "text") return part.text;
    if (part.kind === "mention") return { tag: "mention", userId: part.userId, name: part.name };
    return { tag: "link", href: part.href, children: [part.text] };
  });
}
