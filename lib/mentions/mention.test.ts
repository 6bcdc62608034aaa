import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findMentioned, findMentions, findTypedName, MENTIONS_MAX } from "./mention";

const people = ["Ann", "Ann Archer", "Anna", "田中さん", "Jürgen"].map((typed) => ({ typed }));
const namesIn = (text: string) => findMentions(text, people).map(({ person }) => person.typed);

describe("a mention", () => {
  it.each([
    ["@Ann", ["Ann"]],
    ["hello @ann, and @ANNA!", ["Ann", "Anna"]],
    ["@Ann Archer: look", ["Ann Archer"]],
    ["@Ann Archerson", ["Ann"]],
    ["(@Jürgen)", ["Jürgen"]],
    ["お願いします@田中さんへ", ["田中さん"]],
    ["＠田中さん", ["田中さん"]],
  ])("%s names %j", (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it.each(["mail ann@Ann.example", "x/@Ann", "@@Ann", "?by=@Ann", "@Annabel", "Ann", "@ Ann", "@Bob"])(
    "%s names no one",
    (text) => {
      expect(namesIn(text)).toEqual([]);
    },
  );

  it("means everyone of the same name, and a bounded number of people", () => {
    const twins = [
      { typed: "Kim", id: 1 },
      { typed: "Kim", id: 2 },
    ];
    expect(findMentioned("@Kim and @kim", twins)).toEqual(twins);
    const many = Array.from({ length: MENTIONS_MAX + 5 }, () => ({ typed: "Kim" }));
    expect(findMentioned("@Kim", many)).toHaveLength(MENTIONS_MAX);
  });

  it("is where its text is, in any text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("@", "＠", "Ann", "Anna", " ", "a", "田中さん", "\n", "é", "😀")),
        (parts) => {
          const text = parts.join("");
          for (const { person, start, end } of findMentions(text, people)) {
            expect("@＠").toContain(text.charAt(start));
            expect(text.slice(start + 1, end).toLowerCase()).toBe(person.typed.toLowerCase());
          }
        },
      ),
    );
  });
});

describe("the name that someone is typing", () => {
  it.each([
    ["@", "", 0],
    ["hi @An", "An", 3],
    ["hi @Ann Ar", "Ann Ar", 3],
    ["＠田", "田", 0],
  ])("%s", (text, typed, start) => {
    expect(findTypedName(text, text.length)).toEqual({ start, typed });
  });

  it.each(["", "hi", "a@b", "@ b", "@Ann\nnext", "@a b c d e", "@Ann  x"])("is none in %j", (text) => {
    expect(findTypedName(text, text.length)).toBeNull();
  });

  it("ends at the caret", () => {
    expect(findTypedName("@Ann @Ben", 4)).toEqual({ start: 0, typed: "Ann" });
  });
});
