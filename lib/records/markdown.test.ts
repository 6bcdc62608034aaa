import { expect, test } from "vitest";
import { checkLink, chooseFormat, nestHeadings } from "./markdown";

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
])("accepts a link to %s: %s", (href, isLink) => {
  expect(checkLink(href)).toBe(isLink ? href : null);
});

test("formats long texts on request and extremely nested ones never", () => {
  expect(chooseFormat("# Minutes\n\n> > a quote of a quote\n- - - x\n")).toBe("formatted");
  expect(chooseFormat("- ".repeat(60))).toBe("plain");
  expect(chooseFormat(`text\n${">".repeat(5_000)} x`)).toBe("plain");
  expect(chooseFormat("Words in a line.\n\n".repeat(3_000))).toBe("asked");
});

test("starts headings below the record's title and skips no level", () => {
  const heading = (depth: number) => ({ type: "heading", depth });
  const headings = [3, 4, 1, 2, 6, 6, 1].map(heading);
  const [first, ...rest] = headings;
  nestHeadings({ type: "root", children: [{ type: "blockquote", children: first ? [first] : [] }, ...rest] });
  expect(headings.map(({ depth }) => depth)).toEqual([3, 4, 3, 4, 5, 6, 3]);
});
