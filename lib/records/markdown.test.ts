import { expect, test } from "vitest";
import { checkLink, mayFormat, nestHeadings } from "./markdown";

test.each([
  ["https://example.com/a?b#c", true],
  ["http://example.com", true],
  ["mailto:a@example.com", true],
  ["#part", true],
  ["javascript:alert(1)", false],
  ["JaVaScRiPt:alert(1)", false],
  ["data:text/html,x", false],
  ["vbscript:x", false],
  ["//example.com", false],
  ["/settings/account", false],
  ["", false],
])("a link to %s is one: %s", (href, isLink) => {
  expect(checkLink(href)).toBe(isLink ? href : null);
});

test("texts that are long or nested beyond reason are not formatted unasked", () => {
  expect(mayFormat("# Minutes\n\n> > a quote of a quote\n- - - x\n")).toBe(true);
  expect(mayFormat("- ".repeat(60))).toBe(false);
  expect(mayFormat(`text\n${">".repeat(5_000)} x`)).toBe(false);
  expect(mayFormat("a".repeat(50_001))).toBe(false);
});

test("headings begin below the record's title and skip no level", () => {
  const heading = (depth: number) => ({ type: "heading", depth });
  const headings = [3, 4, 1, 2, 6, 6, 1].map(heading);
  const [first, ...rest] = headings;
  nestHeadings({ type: "root", children: [{ type: "blockquote", children: first ? [first] : [] }, ...rest] });
  expect(headings.map(({ depth }) => depth)).toEqual([3, 4, 3, 4, 5, 6, 3]);
});
