import { expect, test } from "vitest";
import { isCurrentSection, listSectionGroups } from "./sections";
import { listPlaces } from "./shortcuts";

test("each section and the rooms have a letter of their own, and none is G", () => {
  const sections = listSectionGroups(true).flatMap((group) => group.sections);
  const places = listPlaces(true);
  expect(places.size).toBe(sections.length + 1);
  expect([...places.keys()].filter((letter) => !/^[a-fh-z]$/.test(letter))).toEqual([]);
  expect(listPlaces(false).has("p")).toBe(false);
});

test("marks Health as current on its tabs, and on no other page of administrators", () => {
  const health = listSectionGroups(true)
    .flatMap((group) => group.sections)
    .filter(({ key }) => key === "health");
  const isCurrent = (rest: string) => health.some((section) => isCurrentSection(section, `/settings/admin${rest}`));
  expect(["", "/deliveries", "/background"].map(isCurrent)).toEqual([true, true, true]);
  expect(["/tenants", "/legal-holds", "/acts"].map(isCurrent)).toEqual([false, false, false]);
});
