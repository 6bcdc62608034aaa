import { readdirSync, readFileSync } from "node:fs";

/** All documents, decisions included. */
export function listDocuments(): string[] {
  const below = (folder: string) => readdirSync(folder).map((file) => `${folder}/${file}`);
  return [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    ...below("docs"),
    ...below("docs/decisions"),
  ].filter((file) => file.endsWith(".md"));
}

/** The code blocks of one language, without the indentation of the list that they are in. */
export function readBlocks(file: string, language: string): string[] {
  const blocks = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, "gm");
  return [...readFileSync(file, "utf8").matchAll(blocks)].map(([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}
