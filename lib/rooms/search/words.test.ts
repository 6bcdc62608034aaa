import { expect, test } from "vitest";
import { listBlockWords, writeTermPattern, writeWordsQuery } from "./words";

const wordsOf = (body: string) => listBlockWords("msg", [{ roomId: "room_0", body }]).map((word) => word.slice(7));

test.each([
  ["The under_score, THE 2nd", ["the", "under", "score", "2nd"]],
  ["会議の議事録", ["会議", "議の", "の議", "議事", "事録", "録"]],
  ["ＡＢＣ ｶﾅ", ["abc", "カナ", "ナ"]],
  ["新budget", ["新", "budget"]],
  ["w".repeat(40), ["w".repeat(32)]],
  ["नमस्ते '\\:*&| \u{1f600}", ["नमस्ते"]],
  ["", []],
])("splits %j into words", (body, words) => {
  expect(wordsOf(body)).toEqual(words);
});

test("keeps the words of each room apart, and their size bounded", () => {
  const texts = ["room_aaaaaaaa", "room_bbbbbbbb"].map((roomId) => ({ roomId, body: "same" }));
  expect(listBlockWords("rec", texts)).toEqual(["aaaaaaaarsame", "bbbbbbbbrsame"]);
  const body = Array.from({ length: 200_000 }, (_, n) => n.toString(36)).join(" ");
  expect(listBlockWords("rec", [{ roomId: "room_aaaaaaaa", body }]).join("").length).toBeLessThan(1_000_000);
});

test.each([
  [["Budget"], "('#mbudget':*)"],
  [["a", "予算案"], "('#ma' & '#m予算' & '#m算案')"],
  [["予"], "('#m予':*)"],
  [["x'y:*|z"], "('#mx' & '#my' & '#mz')"],
  [["%", "_"], null],
])("writes a query for %j", (terms, query) => {
  expect(writeWordsQuery(terms, ["msg"])).toBe(query);
});

test("writes patterns that take no sign of a term as their own", () => {
  expect(writeTermPattern("$(a).*")).toBe("\\$\\(a\\)\\.\\*");
  expect(writeTermPattern("Budget")).toMatch(/budget$/);
});
