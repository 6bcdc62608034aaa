import { expect, test } from "vitest";
import { readEmoji } from "./emoji";
import { mayBeEmoji, OFFERED_REACTIONS } from "./reaction";

const ONE = ["👍", "👍🏽", "❤️", "👩🏽‍💻", "👨‍👩‍👧‍👦", "🇯🇵", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣", "✅", "🏳️‍🌈", ...OFFERED_REACTIONS];

test.each(ONE)("accepts %s as one emoji, also in the browser", (emoji) => {
  expect(readEmoji(emoji)).toBe(emoji);
  expect(readEmoji(` ${emoji}\n`)).toBe(emoji);
  expect(mayBeEmoji(emoji)).toBe(true);
});

test("reads a text character as its picture, so that both count together", () => {
  expect([readEmoji("❤"), readEmoji("☺")]).toEqual(["❤️", "☺️"]);
});

test.each([
  ["nothing", ""],
  ["a letter", "a"],
  ["a digit", "1"],
  ["a CJK letter", "好"],
  ["two emojis", "👍👍"],
  ["an emoji and a text", "👍!"],
  ["a skin tone alone", "\u{1F3FD}\u{1F3FD}"],
  ["half a flag", "🇯"],
  ["a flag that no one has", "🇽🇽"],
  ["a joiner alone", "\u200D"],
  ["a sequence that no font draws as one", "👍\u200D👍"],
  ["an emoji with marks heaped on it", `👍${"\u0301".repeat(20)}`],
  ["a lone surrogate", "\uD83D"],
  ["markup", "<b>👍</b>"],
  ["a chain without end", "👩\u200D".repeat(500)],
])("rejects %s", (_, text) => {
  expect(readEmoji(text)).toBeNull();
});
