import { expect, test } from "vitest";
import { LOCALES } from "@/lib/i18n/locale";
import { mayBeEmoji, OFFERED_REACTIONS } from "@/lib/messages/reaction";
import { listEmoji } from "./list-emoji";

const flat = (...asked: Parameters<typeof listEmoji>) =>
  listEmoji(...asked).flatMap(({ emoji }) => emoji.map((each) => each.emoji));

test.each(LOCALES)(
  "lists single emoji once in %s, in the same order, and those offered as reactions first",
  (locale) => {
    const all = flat(locale, " ");
    expect(all.filter(mayBeEmoji)).toEqual([...new Set(all)]);
    expect(all).toEqual(flat("en", ""));
    expect(all.slice(0, OFFERED_REACTIONS.length)).toEqual(OFFERED_REACTIONS);
  },
);

test("finds by a part of a name, in the reader's language and in English", () => {
  expect(flat("en", " Rocket ")).toEqual(["🚀"]);
  expect(flat("ja", "ロケット")).toEqual(["🚀"]);
  expect(flat("ja", "rocket")).toEqual(["🚀"]);
  expect(flat("en", "ロケット")).toEqual([]);
});

test("offers an emoji that is typed, and no text", () => {
  expect(flat("en", "👩🏽‍💻")).toEqual(["👩🏽‍💻"]);
  expect(flat("en", "👍👍")).toEqual([]);
});
