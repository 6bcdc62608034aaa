import { expect, test } from "vitest";
import { cutSnippet, readTerms, readTextSearch } from "./search-terms";

test.each([
  ["", []],
  ["  ", []],
  ["budget plan", ["budget", "plan"]],
  ["予算　会議", ["予算", "会議"]],
  ["ＡＢＣ ｶﾅ", ["ABC", "カナ"]],
  ["same same", ["same"]],
  ["a\u0000b \ud800", ["ab", "\ufffd"]],
  ["1 2 3 4 5 6 7 8 9 10", ["1", "2", "3", "4", "5", "6", "7", "8"]],
])("splits %j into the words %j", (text, terms) => {
  expect(readTerms(text)).toEqual(terms);
});

const draw = (body: string, ...terms: string[]) =>
  cutSnippet(body, terms)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join("");

test("marks beginnings of words, in any case, on one line", () => {
  expect(draw("The Budget\n\nof the budget", "budget", "the")).toBe("[The] [Budget] of [the] [budget]");
  expect(draw("Other: the 会議the them", "the")).toBe("Other: [the] 会議[the] [the]m");
  expect(draw("明日の会議の予算", "会議")).toBe("明日の[会議]の予算");
});

test("shows a folded text only where the match is folded", () => {
  expect(draw("ＡＢＣ", "abc")).toBe("[ABC]");
  expect(draw("㌔ and more", "more")).toBe("㌔ and [more]");
});

test("cuts a long text around the first match, between letters", () => {
  const cut = draw(`${"😀".repeat(300)} needle ${"x".repeat(500)}`, "needle");
  expect(cut.startsWith("…😀")).toBe(true);
  expect(cut.endsWith("x…")).toBe(true);
  expect(cut).toContain("[needle]");
  expect(cut.isWellFormed()).toBe(true);
});

test("takes no letter of a word as a pattern", () => {
  expect(draw("a+b (c) [d] \\e .*", "+", "(c)", "\\e", ".*")).toBe("a[+]b [(c)] [d] [\\e] [.*]");
  expect(draw("no match", "zzz")).toBe("no match");
});

const NONE = { room: null, from: null, has: null };

test.each([
  ["budget in:general", { ...NONE, terms: ["budget"], room: "general" }],
  ['IN:"Project X" from:me 予算', { ...NONE, terms: ["予算"], room: "Project X", from: "usr_1" }],
  ["ｉｎ：営業 has:FILE has:link x", { terms: ["x"], room: "営業", from: null, has: "link" }],
  ["in: has:nothing login:x", { ...NONE, terms: ["in:", "has:nothing", "login:x"] }],
  ['from:"Ann Lee"', { ...NONE, terms: [], from: "Ann Lee" }],
])("reads filters and words of %j", (text, expected) => {
  expect(readTextSearch(text, "usr_1")).toEqual(expected);
});
