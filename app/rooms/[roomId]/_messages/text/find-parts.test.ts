import fc from "fast-check";
import { expect, test } from "vitest";
import { findLinks, findParts } from "./find-parts";

const linksOf = (text: string) => findLinks(text).flatMap((part) => (part.kind === "link" ? [part.href] : []));

test.each<[string, string[]]>([
  ["see https://example.com/a?b=c#d.", ["https://example.com/a?b=c#d"]],
  ["(https://example.com/a_(b))", ["https://example.com/a_(b)"]],
  ["詳細はhttps://example.com/資料。次へ", ["https://example.com/%E8%B3%87%E6%96%99"]],
  ["「https://example.com」と（http://b.example/）", ["https://example.com/", "http://b.example/"]],
  ["https://a.example, https://b.example!", ["https://a.example/", "https://b.example/"]],
  ["javascript:alert(1) data:text/html,x ftp://x.example vbscript:x", []],
  ["javascript:alert('https://x.example')", ["https://x.example/"]],
  ["https://bank.example@evil.example/ https://a:b@evil.example", []],
  ["https:// http://", []],
  [`https://x.example/a${")".repeat(9_000)}`, ["https://x.example/a"]],
  ['https://x.example/"onmouseover=alert(1)', ["https://x.example/"]],
])("%.60s", (text, links) => {
  expect(linksOf(text)).toEqual(links);
});

test("nothing of a text is lost, and nothing but http and https is linked", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("https://", "http://a.b", "(", ")", ".", "。", "@")),
        { maxLength: 12 },
      ),
      (pieces) => {
        const text = pieces.join("");
        const parts = findLinks(text);
        const isSafe = parts.every((part) => part.kind === "text" || /^https?:\/\//.test(part.href));
        return isSafe && parts.map((part) => part.text).join("") === text;
      },
    ),
  );
});

const ben = { userId: "usr_1", typed: "Ben Baker", name: "Ben Smith" };

test("draws a mention by the name of today, beside text and links", () => {
  expect(findParts("Hi @ben baker, see https://x.example/?by=@Ben+Baker", [ben])).toEqual([
    { kind: "text", text: "Hi " },
    { kind: "mention", userId: "usr_1", name: "Ben Smith" },
    { kind: "text", text: ", see " },
    { kind: "link", text: "https://x.example/?by=@Ben+Baker", href: "https://x.example/?by=@Ben+Baker" },
  ]);
});

test("draws a name that the message does not mention as text", () => {
  expect(findParts("@Ben Baker", [])).toEqual([{ kind: "text", text: "@Ben Baker" }]);
});
