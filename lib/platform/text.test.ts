import fc from "fast-check";
import { expect, test } from "vitest";
import { UpdateRoom } from "../rooms/settings";
import { joinLines, showTitle } from "./characters";
import { displayName, prose, text, titleText } from "./text";

const field = text(1, 3);

test.each([
  ["a", true],
  ["abc", true],
  ["abcd", false],
  ["", false],
  // Each of them is one code point of two UTF-16 units.
  ["😀😀😀", true],
  ["😀😀😀😀", false],
  ["a\u0000", false],
  ["\ud800", false],
  ["\udc00\ud800", false],
  [" ", true],
])("%j is taken: %s", (value, isTaken) => {
  expect(field.safeParse(value).success).toBe(isTaken);
});

test("a string is stored as given", () => {
  expect(text(0, 10).parse("  e\u0301 ")).toBe("  e\u0301 ");
});

const issuesOf = (schema: ReturnType<typeof text>, value: string) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test.each([
  ["Title", []],
  [" Title ", []],
  ["", ["must not be empty"]],
  ["   ", ["must not be blank"]],
  ["\u200b\u2060\ufeff", ["must not be blank"]],
  ["a\nb", ["must be one line, without a line break"]],
  ["a\u0085", ["must be one line, without a line break"]],
  ["a\u2029b", ["must be one line, without a line break"]],
  ["\n", ["must not be blank"]],
  ["a".repeat(11), ["must have at most 10 characters, and has 11"]],
])("the title %j has the problems %j", (value, problems) => {
  expect(issuesOf(titleText(10), value)).toEqual(problems);
});

test.each([
  ["One\n\nTwo", []],
  [" \n", ["must not be blank"]],
  ["👨‍👩‍👧", []],
])("the text %j has the problems %j", (value, problems) => {
  expect(issuesOf(prose(10), value)).toEqual(problems);
});

test.each([
  ["Minutes", "Minutes"],
  [" First\r\nSecond\u2028Third\n", "First Second Third"],
  ["", "Untitled"],
  [" \n\t", "Untitled"],
  ["\u200b\u2060\ufeff\u00ad", "Untitled"],
  ["\u3164\u115f\u034f\ufe0f\u2800\u{e0100}", "Untitled"],
  ["\u200b字", "\u200b字"],
])("screens show the title %j as %j", (title, shown) => {
  expect(showTitle(title, "Untitled")).toBe(shown);
});

test("lines are joined by one space", () => {
  expect(joinLines("\r\n First\r\nSecond\u2028Third\n")).toBe("First Second Third");
});

test("the patterns of the description accept what the decoder accepts", () => {
  const signs = [
    "a",
    " ",
    "\u0000",
    "\n",
    "\r",
    "\u0007",
    "\u0085",
    "\u00a0",
    "\u00ad",
    "\u200b",
    "\u2028",
    "\ufeff",
    "字",
  ];
  const schemas = [text(0, 9), prose(9), titleText(9), UpdateRoom.shape.name];
  for (const schema of schemas) {
    const pattern = new RegExp(String(schema.meta()?.["pattern"]));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 4 }), (parts) => {
        const value = parts.join("");
        expect([value, pattern.test(value)]).toEqual([value, schema.safeParse(value).success]);
      }),
      { numRuns: 2_000 },
    );
  }
});

test.each([
  ["Zoë O’Neill", true],
  ["株式会社サンプル", true],
  ["שלום", true],
  ["a\u202egnp.exe", false],
  ["a\u2066b", false],
  ["a\u200fb", false],
  ["a\u2028b", false],
  ["a\u2029b", false],
  ["a\u0007b", false],
])("takes %j as a name: %s", (name, isTaken) => {
  expect(displayName(100).safeParse(name).success).toBe(isTaken);
});
