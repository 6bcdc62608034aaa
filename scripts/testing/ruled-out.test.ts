import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findRuledOut } from "./ruled-out.mjs";

const SECTIONS = new Map(
  readFileSync("scripts/testing/ruled-out.fixture.txt", "utf8")
    .split(/^# /m)
    .filter(Boolean)
    .map((section) => {
      const [title = "", ...lines] = section.trim().split("\n");
      return [title, lines] as const;
    }),
);
const [REFUSED = [], ALLOWED = []] = [SECTIONS.get("refused"), SECTIONS.get("allowed")];
const refusedAsComment = [...REFUSED, ...(SECTIONS.get("refused as a comment") ?? [])];
const allowedAsComment = [...ALLOWED, ...(SECTIONS.get("allowed as a comment") ?? [])];

/** Where a sentence can be, in a file of each kind. The sentence is on the third line. */
const PLACES: Record<string, (sentence: string) => [file: string, source: string]> = {
  "a string": (sentence) => ["a.ts", `\n\nconst text = ${JSON.stringify(sentence)};`],
  "a template": (sentence) => ["a.ts", `\n\nconst text = \`\${a} ${sentence}\`;`],
  "a test title": (sentence) => ["a.test.ts", `\n\ntest(${JSON.stringify(sentence)}, () => undefined);`],
  "JSX text": (sentence) => ["a.tsx", `\n\nconst element = <p>${sentence}</p>;`],
  prose: (sentence) => ["a.md", `\n\n- ${sentence}`],
  "a catalog": (sentence) => ["en/a.json", `{\n\n  "key": ${JSON.stringify(sentence)},`],
};
const COMMENTS: typeof PLACES = {
  "a block": (sentence) => ["a.mjs", `\n\n/** ${sentence} */\nexport {};`],
  "a long block": (sentence) => ["a.ts", `\n/**\n * ${sentence}\n * The rest.\n */\nexport {};`],
  "a line": (sentence) => ["a.ts", `\n\nconst a = 1; // ${sentence}`],
  "a comment of the schema": (sentence) => ["schema.prisma", `model A {\n\n  /// ${sentence}\n}`],
};

test("the fixture has sentences of each kind", () => {
  expect([REFUSED, ALLOWED, refusedAsComment, allowedAsComment].map((lines) => lines.length)).toEqual([15, 8, 17, 11]);
});

test.each(Object.entries({ ...PLACES, ...COMMENTS }))("refuses each word in %s, with its line", (_place, write) => {
  for (const sentence of REFUSED) {
    expect(findRuledOut(...write(sentence)), sentence).toContainEqual(
      expect.objectContaining({ line: 3, sentence: expect.stringContaining(sentence) }),
    );
  }
});

test.each(Object.entries(COMMENTS))("refuses a headless beginning of %s", (_place, write) => {
  for (const sentence of refusedAsComment) expect(findRuledOut(...write(sentence)), sentence).not.toEqual([]);
});

test.each(Object.entries(COMMENTS))("allows plain words and questions in %s", (_place, write) => {
  for (const sentence of allowedAsComment) expect(findRuledOut(...write(sentence)), sentence).toEqual([]);
});

test.each(Object.entries(PLACES))("allows plain words in %s", (_place, write) => {
  for (const sentence of ALLOWED) expect(findRuledOut(...write(sentence)), sentence).toEqual([]);
});

test("reads line comments that follow each other as one", () => {
  for (const sentence of REFUSED) {
    const source = `\n// ${sentence.replaceAll(" ", "\n// ")}\nconst a = 1;`;
    expect(findRuledOut("a.ts", source)).toEqual([expect.objectContaining({ line: 2, sentence })]);
  }
});

test("reads no code of prose, no keys of a catalog and no names", () => {
  const word = /(\w+)\.$/.exec(REFUSED[0] ?? "")?.[1] ?? "";
  expect(findRuledOut("a.md", `Write ${word}.`)).toHaveLength(1);
  expect(findRuledOut("a.md", `Refused is \`${word}\`.\n\n\`\`\`js\n// ${word}\n\`\`\`\n`)).toEqual([]);
  expect(findRuledOut("en/a.json", `  "${word}": "again",`)).toEqual([]);
  expect(findRuledOut("a.ts", `const ${word} = { ${word}: 1 };`)).toEqual([]);
});
