import { readdirSync, readFileSync } from "node:fs";

/** All documents, decisions and guides included. */
export function listDocuments(): string[] {
  const below = (folder: string) => readdirSync(folder).map((file) => `${folder}/${file}`);
  return [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    ...below("docs"),
    ...below("docs/decisions"),
    ...below("docs/guides/en"),
    ...below("docs/guides/ja"),
  ].filter((file) => file.endsWith(".md"));
}

/** The guides in the order of their contents. */
export function listGuides(): string[] {
  const contents = JSON.parse(readFileSync("docs/guides/contents.json", "utf8")) as { pages: string[] }[];
  return contents.flatMap(({ pages }) => pages);
}

export interface Fence {
  language: string;
  code: string;
  line: number;
}

/** The code blocks of a document, in its order. */
export function readFences(file: string): Fence[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(({ 1: language = "", 2: code = "", index }) => ({
    language,
    code,
    line: text.slice(0, index).split("\n").length,
  }));
}
