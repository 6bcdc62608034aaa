import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { compareTexts, mergeTexts } from "./compare";

const lines = fc.array(fc.constantFrom("a", "b", "c", "", "日本語"), { maxLength: 30 }).map((all) => all.join("\n"));
const write = (shown: ReturnType<typeof compareTexts>) =>
  shown?.map(({ kind, text, count }) => (kind === "skipped" ? `… ${count}` : `${kind[0]} ${text}`));

afterEach(() => void vi.useRealTimers());

test("reaches the new text by applying the shown changes", () => {
  // A comparison ends after 100 ms, and a machine may stop for longer.
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const shown = compareTexts(before, after) ?? [];
      const count = (kind: string) => shown.filter((line) => line.kind === kind).length;
      const skipped = shown.reduce((sum, line) => sum + (line.kind === "skipped" ? line.count : 0), 0);
      const same = count("same") + skipped;
      const size = (text: string) =>
        text === "" ? 0 : (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n").length;
      expect([same + count("removed"), same + count("added")]).toEqual([size(before), size(after)]);
    }),
  );
});

test("shows lines around a change and counts the others", () => {
  const text = Array.from({ length: 20 }, (_, n) => `line ${n}`).join("\n");
  expect(write(compareTexts(text, text.replace("line 10\n", "line ten\n")))).toEqual([
    "… 7",
    "s line 7",
    "s line 8",
    "s line 9",
    "r line 10",
    "a line ten",
    "s line 11",
    "s line 12",
    "s line 13",
    "… 6",
  ]);
});

test("stops comparing long texts with nothing in common", () => {
  const make = (word: string) => Array.from({ length: 30_000 }, (_, n) => `${word}${n}`).join("\n");
  expect(compareTexts(make("a"), make("b"))).toBeNull();
  expect(mergeTexts({ base: make("a"), mine: make("a"), theirs: make("b") })).toBeNull();
});

const base = "one\ntwo\nthree\nfour\nfive\n";
test.each([
  [
    "changes of different lines",
    "ONE\ntwo\nthree\nfour\nfive\n",
    "one\ntwo\nthree\nfour\nFIVE\n",
    "ONE\ntwo\nthree\nfour\nFIVE\n",
  ],
  ["lines added at both ends", `zero\n${base}`, `${base}six\n`, `zero\n${base}six\n`],
  ["the same line", "one\ntwo\nTHREE\nfour\nfive\n", "one\ntwo\ndrei\nfour\nfive\n", null],
  ["nothing of theirs", "mine\n", base, "mine\n"],
])("merges %s", (_, mine, theirs, merged) => {
  expect(mergeTexts({ base, mine, theirs })).toBe(merged);
});
