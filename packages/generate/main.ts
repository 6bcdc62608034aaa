import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readDescription } from "./description";
import { writeTypeScript } from "./typescript";

/** Writes the generated parts of the clients; with --check, fails when the committed ones differ. */
const FOLDER = "packages/sdk/src/generated";
const isCheck = process.argv.includes("--check");

const files = format(writeTypeScript(readDescription()));
const differing = Object.entries(files).filter(([name, text]) => readCommitted(join(FOLDER, name)) !== text);
if (isCheck && differing.length > 0) {
  console.error(
    `${differing.map(([name]) => join(FOLDER, name)).join(", ")}: not as the description says. Run: npm run sdk`,
  );
  process.exitCode = 1;
}
if (!isCheck) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of differing) writeFileSync(join(FOLDER, name), text);
}

function readCommitted(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** The formatter reads its settings from the folder above, so the drafts lie inside the project. */
function format(files: Record<string, string>): Record<string, string> {
  const drafts = mkdtempSync("packages/sdk/.drafts-");
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(drafts, name), text);
    const tool = ["node_modules/@biomejs/biome/bin/biome", "format", "--write", "--vcs-enabled=false", drafts];
    execFileSync(process.execPath, tool, { stdio: ["ignore", "ignore", "inherit"] });
    return Object.fromEntries(Object.keys(files).map((name) => [name, readFileSync(join(drafts, name), "utf8")]));
  } finally {
    rmSync(drafts, { recursive: true, force: true });
  }
}
