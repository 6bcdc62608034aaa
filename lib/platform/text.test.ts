import { expect, test } from "vitest";
import { text } from "./text";

const field = text(1, 3);

test.each([
  ["a", true],
  ["abc", true],
  ["abcd", false],
  ["", false],
  // Three code points of two UTF-16 units each.
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
