import { expect, test } from "vitest";
import { CODE_LANGUAGES, highlightCode } from "./highlight";

function list(code: string, language: (typeof CODE_LANGUAGES)[number]): string[] {
  return highlightCode(code, language).flatMap(({ kind, text }) => (kind === null ? [] : [`${kind} ${text}`]));
}

test.each([
  [
    "bash",
    'curl -X POST "$SVC_BASE_URL/v1/me" # me',
    ["keyword curl", "name -X", 'string "$SVC_BASE_URL/v1/me"', "comment # me"],
  ],
  ["ts", "const a = await f(1); // b", ["keyword const", "keyword await", "name f", "number 1", "comment // b"]],
  ["js", "fetch('https://svc.test')", ["name fetch", "string 'https://svc.test'"]],
  ["python", "def f(x):  # it's", ["keyword def", "name f", "comment # it's"]],
  ["go", "return `a`, nil", ["keyword return", "string `a`", "keyword nil"]],
  ["php", "<?php $body = null;", ["keyword <?php", "variable $body", "keyword null"]],
  ["ruby", "raise 'a' unless @b", ["keyword raise", "string 'a'", "keyword unless", "variable @b"]],
  ["json", '{"a": "b", "c": [-1.5, true]}', ['name "a"', 'string "b"', 'name "c"', "number -1.5", "keyword true"]],
  ["http", "POST /hook\nSvc-Webhook-Id: evt_1", ["keyword POST", "name Svc-Webhook-Id"]],
] as const)("colours %s", (language, code, parts) => {
  expect(list(code, language)).toEqual(parts);
});

test("changes no character, whatever the text is", () => {
  const code = `"' \`unclosed /* # // $ { <b> & "a\\"b" 日本語 \\\n`.repeat(20);
  for (const language of CODE_LANGUAGES) {
    expect(
      highlightCode(code, language)
        .map(({ text }) => text)
        .join(""),
    ).toBe(code);
  }
});
