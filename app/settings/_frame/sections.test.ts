import { expect, test } from "vitest";
import { listSectionGroups } from "./sections";
import { listPlaces } from "./shortcuts";

test("each section and the rooms have a letter of their own, and none is G", () => {
  const sections = listSectionGroups(true).flatMap((group) => group.sections);
  const places = listPlaces(true);
  expect(places.size).toBe(sections.length + 1);
  expect([...places.keys()].filter((letter) => !/^[a-fh-z]$/.test(letter))).toEqual([]);
  expect(listPlaces(false).has("p")).toBe(false);
});
