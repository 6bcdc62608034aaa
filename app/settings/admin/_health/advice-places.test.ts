import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MANUAL_PLACES } from "./advice-places";

test("each place that advice names is in the manual", () => {
  const manual = readFileSync("docs/operating.md", "utf8");
  const places = Object.values(MANUAL_PLACES).filter((place) => place !== null);
  const isThere = (place: string) => manual.includes(`| \`${place}\` |`) || manual.includes(`# ${place}\n`);
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((place) => !isThere(place))).toEqual([]);
});
