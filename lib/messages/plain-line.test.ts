import { expect, test } from "vitest";
import { writePlainLine } from "./plain-line";

test.each([
  ["**Ship** on _Friday_, ~~not~~ *Monday*", "Ship on Friday, not Monday"],
  ["# Plan\n\n- one\n- two\n1. three", "Plan one two three"],
  ["> quoted\n\nthen `code`", "quoted then code"],
  ["```ts\nconst a = 1;\n```", "const a = 1;"],
  ["[the minutes](https://example.com/a_b_c) and ![a map](map.png)", "the minutes and a map"],
  ["2 * 3 * 4, snake_case_name, a ** b", "2 * 3 * 4, snake_case_name, a ** b"],
  ["**", "**"],
  ["**open", "**open"],
  ["-5 degrees, #channel, 1.5", "-5 degrees, #channel, 1.5"],
  ["**会議**の資料", "会議の資料"],
  ["  \n ", ""],
])("writes %j as %j", (markdown, line) => {
  expect(writePlainLine(markdown)).toBe(line);
});
