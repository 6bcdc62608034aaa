import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The words of these files may name a side: time runs from left to right in every language, and so do pictures. */
const SIDED = /^app\/(rooms\/\[roomId\]\/tasks\/_timeline|brand)\//;

const SIDE =
  /(?<![\w-])-?(?:m[lr]|p[lr]|scroll-[mp][lr]|(?:left|right)(?!-1\/2)|border-[lr]|rounded-(?:[lr]|[tb][lr]))-[\w[./]+|(?<![\w-])(?:border-[lr]|rounded-(?:[lr]|[tb][lr])|(?:text|float|clear|origin)-(?:left|right))(?![\w-])/g;

/** Classes that name a side of the screen, where one that follows the direction of the text is meant. */
function findSides(source: string): string[] {
  const quoted = source.matchAll(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g);
  return [...quoted].flatMap(([text]) => text.match(SIDE) ?? []);
}

test.each([
  ['"ml-2 flex"', ["ml-2"]],
  ['"lg:-mr-1.5 sm:text-left"', ["-mr-1.5", "text-left"]],
  ['"border-l rounded-tr-card left-0"', ["border-l", "rounded-tr-card", "left-0"]],
  ['"ms-2 pe-1 text-start border-s rounded-e-control inset-s-0"', []],
  ['"fixed left-1/2 -translate-x-1/2"', []],
  ['"lucide-arrow-left"', []],
  ["const left = right;", []],
])("%s names the sides %j", (source, expected) => {
  expect(findSides(source)).toEqual(expected);
});

test("classes follow the direction of the text, so that a right-to-left language needs no code", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => join("app", file).replaceAll("\\", "/"))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !SIDED.test(file));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => findSides(readFileSync(file, "utf8")).map((side) => `${file}: ${side}`));
  expect(found).toEqual([]);
});
