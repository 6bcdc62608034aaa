import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ENV_NAMES } from "../../lib/platform/env";
import { listDocuments, listGuides } from "../support/tables/documents";

const FOLDERS = ["app", "bench", "docs", "e2e", "inngest", "lib", "prisma", "public", "scripts"];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
);

/** `lib/{a,b}.ts` is two paths. */
function expandBraces(path: string): string[] {
  const [, before = "", options, after = ""] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  return options === undefined ? [path] : options.split(",").flatMap((option) => expandBraces(before + option + after));
}

function matchesFile(path: string): boolean {
  if (!path.includes("*")) return existsSync(path);
  const pattern = path
    .replaceAll(/[.[\]()+?^$|\\]/g, "\\$&")
    .replaceAll("**/", "(?:.+/)?")
    .replaceAll(/(?<!\.)\*/g, "[^/]*");
  return FILES.some((file) => new RegExp(`^${pattern.replace(/\/$/, "/.*")}$`).test(file));
}

/** The SDK's own events are named like a folder of ours. */
const EVENT = /^inngest\/function\./;

/** Words in backticks that begin with a folder of the repository. A bare name, as `endpoints.ts`, is a convention. */
function listPaths(text: string): string[] {
  const prose = text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "");
  return [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, word = ""]) => word)
    .filter(
      (word) => FOLDERS.some((folder) => word.startsWith(`${folder}/`)) && !/[<…]/.test(word) && !EVENT.test(word),
    )
    .flatMap(expandBraces);
}

test.each(listDocuments())("%s names paths and links that exist", (file) => {
  const text = readFileSync(file, "utf8");
  const links = [...text.matchAll(/\]\((?!https?:|\/docs\/)([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = ""]) =>
    join(dirname(file), link),
  );
  expect(listPaths(text).filter((path) => !matchesFile(path))).toEqual([]);
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});

test("the paths of the documents are read at all", () => {
  expect(listPaths("`lib/{api,none}/kernel.ts` and `lib/*/none.ts`").map(matchesFile)).toEqual([true, false, false]);
  expect(matchesFile("app/v1/**/route.ts")).toBe(true);
  expect(matchesFile("lib/*/endpoints.ts")).toBe(true);
  expect(listPaths(readFileSync("docs/house.md", "utf8")).length).toBeGreaterThan(20);
});

test("README.md is short, and leads to every document", () => {
  const text = readFileSync("README.md", "utf8");
  expect(text.split("\n").length).toBeLessThanOrEqual(121);
  const guides = listGuides().map((slug) => `guides/en/${slug}.md`);
  const documents = [...guides, ...readdirSync("docs").filter((file) => file.endsWith(".md"))];
  expect(documents.filter((file) => !text.includes(`docs/${file}`))).toEqual([]);
});

test("docs/operating.md explains every environment variable", () => {
  const text = readFileSync("docs/operating.md", "utf8");
  expect(ENV_NAMES.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("decisions are few and short, and the index names each", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const files = readdirSync("docs/decisions").filter((name) => /^\d{4}-/.test(name));
  expect(files.length).toBeLessThanOrEqual(25);
  for (const file of files) {
    const text = readFileSync(join("docs/decisions", file), "utf8");
    const [, number = "", title = ""] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
    expect(file.slice(0, 4)).toBe(number.padStart(4, "0"));
    expect(text.trim().split(/\s+/).length, file).toBeLessThanOrEqual(200);
    expect(index).toContain(`| ${number} | [${title}](${file}) |`);
  }
});
