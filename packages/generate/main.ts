import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeCommandLine } from "./command-line";
import { readDescription } from "./description";
import { writePython } from "./python";
import { writeTypeScript } from "./typescript";

/** Writes the generated parts of the clients; with --check, fails when the committed ones differ. */
const isCheck = process.argv.includes("--check");
const description = readDescription();

for (const [folder, files] of [
  ["packages/sdk/src/generated", format(writeTypeScript(description))],
  ["packages/cli/src/generated", format(writeCommandLine(description))],
  ["packages/sdk-python/src/svc/generated", writePython(description)],
] as const) {
  const differing = Object.entries(files).filter(([name, text]) => readCommitted(join(folder, name)) !== text);
  const leftover = listCommitted(folder).filter((name) => !(name in files));
  if (isCheck && differing.length + leftover.length > 0) {
    const names = [...differing.map(([name]) => name), ...leftover].map((name) => join(folder, name));
    console.error(`${names.join(", ")}: not as the description says. Run: npm run sdk`);
    process.exitCode = 1;
  }
  if (!isCheck) {
    mkdirSync(folder, { recursive: true });
    for (const name of leftover) rmSync(join(folder, name));
    for (const [name, text] of differing) writeFileSync(join(folder, name), text);
  }
}

function readCommitted(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function listCommitted(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /\.(ts|py)$/.test(name));
  } catch {
    return [];
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
