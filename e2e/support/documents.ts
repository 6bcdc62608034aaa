import { readFileSync } from "node:fs";

/** The shell blocks of README.md in their order, without the indentation of the list that they are in. */
export function readShellBlocks(): string[] {
  const text = readFileSync("README.md", "utf8");
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}
