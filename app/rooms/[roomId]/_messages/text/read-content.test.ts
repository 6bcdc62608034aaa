import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MESSAGE_BODY_MAX_LENGTH } from "@/lib/platform/limits";
import { createPageReader } from "./content-cache";
import { readContent, readRecordText } from "./read-content";
import type { TextNode } from "./text-node";
import { TextTree } from "./text-tree";

const ben = { userId: "usr_1", typed: "Ben Baker", name: "Ben Smith" };

function render(text: string): string {
  return draw(readContent(text, [ben]) ?? [text]);
}

function draw(nodes: readonly TextNode[]): string {
  const html = renderToStaticMarkup(createElement(TextTree, { nodes, userId: "usr_2" }));
  return html.replaceAll(/ (?:class|dir|tabindex|target|rel)="[^"]*"/g, "");
}

test.each([
  ["**bold**, *slanted* and ~~gone~~", "<strong>bold</strong>, <em>slanted</em> and <del>gone</del>"],
  ["`a < b`", "<code>a &lt; b</code>"],
  ["one\ntwo\n\nthree", "<p>one\ntwo</p><p>three</p>"],
  ["```ts\nconst a = 1;\n  b();\n```", "<pre><code>const a = 1;\n  b();</code></pre>"],
  ["- a\n- b\n  - c", "<ul><li>a</li><li><p>b</p><ul><li>c</li></ul></li></ul>"],
  ["3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'],
  ["> quoted\n\nanswer", "<blockquote><p>quoted</p></blockquote><p>answer</p>"],
  ["| a |\n|---|\n| 1 |", "<div><table><tbody><tr><th>a</th></tr><tr><td>1</td></tr></tbody></table></div>"],
  ["# Plan\ntext", "<p>Plan</p><p>text</p>"],
  ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
])("shows the markup of %j", (text, html) => {
  expect(render(text)).toBe(html);
});

test.each([
  ["[a](https://a.example/b)", '<a href="https://a.example/b">a</a>'],
  ["see https://a.example/x_y_z.", 'see <a href="https://a.example/x_y_z">https://a.example/x_y_z</a>.'],
  ["「https://a.example/b」です。", '「<a href="https://a.example/b">https://a.example/b</a>」です。'],
  [
    "「https://a.example/b」は**今日中**に。https://a.example/*c*",
    '「<a href="https://a.example/b">https://a.example/b</a>」は<strong>今日中</strong>に。<a href="https://a.example/*c">https://a.example/*c</a>*',
  ],
  ["<https://a.example/>", '&lt;<a href="https://a.example/">https://a.example/</a>&gt;'],
  ["hi **@ben baker**!", "hi <strong><span>@Ben Smith</span></strong>!"],
  ["`@Ben Baker`", "<code>@Ben Baker</code>"],
])("shows the links and mentions of %j", (text, html) => {
  expect(render(text)).toBe(html);
});

test.each([
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["<b onclick=alert(1)>x</b>", "&lt;b onclick=alert(1)&gt;x&lt;/b&gt;"],
  ["&lt;script&gt;", "&lt;script&gt;"],
  ["[x](javascript:alert(1))", "[x](javascript:alert(1))"],
  ["[x](JaVaScRiPt:alert(1))", "[x](JaVaScRiPt:alert(1))"],
  ["[x](&#106;avascript:alert(1))", "[x](&amp;#106;avascript:alert(1))"],
  ["[x](data:text/html,x)", "[x](data:text/html,x)"],
  ["[x](//evil.example)", "[x](//evil.example)"],
  ["[x](#message-body)", "[x](#message-body)"],
  ["![pixel](https://evil.example/p.png)", '<a href="https://evil.example/p.png">pixel</a>'],
  ["![x](javascript:alert(1))", "![x](javascript:alert(1))"],
])("lets %j do nothing", (text, html) => {
  expect(render(text)).toBe(html);
});

test("shows a link as written when its words name another host", () => {
  expect(render("[https://bank.example](https://evil.example)")).not.toContain('href="https://evil.example');
  expect(render("[**https://bank.example**/a](https://evil.example)")).not.toContain('href="https://evil.example');
  expect(render("[https://a.example/b](https://a.example/c)")).toContain('href="https://a.example/c"');
});

test("keeps what it does not format", () => {
  const text = "a[^1] and [b][2]\n\n[^1]: note\n\n[2]: https://a.example/";
  expect(render(text)).toBe(
    '<p>a[^1] and [b][2]</p><p>[^1]: note</p><p>[2]: <a href="https://a.example/">https://a.example/</a></p>',
  );
});

test.each([
  ["# Plan\n## Steps\n##### Far", "<h3>Plan</h3><h4>Steps</h4><h5>Far</h5>"],
  ["one\ntwo  \nthree", "<p>one\ntwo<br/>three</p>"],
  ["plain", "<p>plain</p>"],
  ["| a |\n|--:|\n| 1 |", "<div><table><tbody><tr><th>a</th></tr><tr><td>1</td></tr></tbody></table></div>"],
  ["<https://a.example/b> and a@b.example", "<p>$1 and $2</p>"],
  ["<b>x</b> [x](javascript:alert(1))", "<p>&lt;b&gt;x&lt;/b&gt; [x](javascript:alert(1))</p>"],
])("shows the markup of the record %j", (text, html) => {
  const links = [
    '<a href="https://a.example/b">https://a.example/b</a>',
    '<a href="mailto:a@b.example">a@b.example</a>',
  ];
  expect(draw(readRecordText(text) ?? [])).toBe(html.replaceAll(/\$(\d)/g, (_, n) => links[Number(n) - 1] ?? ""));
});

test("aligns the columns of a record's table", () => {
  const cells = JSON.stringify(readRecordText("| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |")).match(/"align":"\w+"/g);
  expect(cells).toEqual(["left", "center", "right", "left", "center", "right"].map((side) => `"align":"${side}"`));
});

test.each([
  ["a footnote", "a[^1]\n\n[^1]: note"],
  ["a link by reference", "[b][2]\n\n[2]: https://a.example/"],
  ["a jump within the text", "[top](#top)"],
  ["a picture", "![plan](https://a.example/p.png)"],
  ["deep quotes", `${"> ".repeat(30)}x`],
  ["many nodes", "*a*\n\n".repeat(1_500)],
])("leaves a record with %s to the browser", (_, text) => {
  expect(readRecordText(text)).toBeNull();
});

test.each([
  ["nested quotes", `${"> ".repeat(39)}x\n`.repeat(100)],
  ["nested lists", `${"- ".repeat(60)}x`],
  ["nested emphasis", "*a _b ".repeat(200)],
  ["many nodes", "*a*\n\n".repeat(1_500)],
  ["chained URLs", "https://a.b/。*x*".repeat(600)],
  ["unclosed brackets", "[".repeat(9_000)],
  ["a wide table", `${"|a".repeat(100)}\n${"|-".repeat(100)}\n${"|\n".repeat(3_000)}`],
])("bounds the markup of %s", (_, text) => {
  const html = render(text.slice(0, MESSAGE_BODY_MAX_LENGTH));
  expect(html.match(/<[a-z]/g)?.length ?? 0).toBeLessThanOrEqual(1_100);
  expect(/(?:<(?:blockquote|li|ul|em)>){40}/.test(html)).toBe(false);
});

const PIECES = [
  "*",
  "_",
  "`",
  "```\n",
  "[",
  "](",
  ")",
  "<",
  ">",
  "!",
  "\n",
  "    ",
  "- ",
  "1. ",
  "|",
  "javascript:",
  "@Ben Baker",
];

test("makes nothing but the elements it knows, with checked links", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom(...PIECES, "https://a.b")), { maxLength: 20 }),
      (pieces) => {
        const text = pieces.join("");
        const nodes = [...(readContent(text, [ben]) ?? []), ...(readRecordText(text) ?? [])];
        const html = renderToStaticMarkup(createElement(TextTree, { nodes, userId: "usr_2" }));
        const tags = [...html.matchAll(/<([a-z]+[3-6]?)((?:\s[a-z]+="[^"]*")*)\s*\/?>/g)];
        expect(tags).toHaveLength(html.match(/<(?!\/)/g)?.length ?? 0);
        for (const [, , attributes = ""] of tags)
          for (const [, name = "", value = ""] of attributes.matchAll(/([a-z]+)="([^"]*)"/g)) {
            expect(["class", "dir", "tabindex", "href", "target", "rel", "start"]).toContain(name);
            if (name === "href") expect(value).toMatch(/^(?:https?|mailto):/);
          }
      },
    ),
  );
});

test("leaves texts to the browser when a page has too many, and keeps those it has read", () => {
  const long = (n: number): string => `**${n}** ${"word ".repeat(700)}`;
  const read = (): (0 | 1)[] => {
    const readText = createPageReader();
    return [1, 2, 3].map((n) => (readText(long(n), []) === undefined ? 0 : 1));
  };
  expect(read()).toEqual([1, 1, 0]);
  expect(read()).toEqual([1, 1, 1]);
});
