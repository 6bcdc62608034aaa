import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listHeadings } from "@/lib/docs/markdown";
import { findPage, OPERATING_PATH } from "@/lib/docs/pages";
import { MANUAL_PLACES, manualHref } from "./advice-places";

const places = Object.values(MANUAL_PLACES).filter((place) => place !== null);

test("each place that advice names is in the manual", () => {
  const manual = readFileSync("docs/operating.md", "utf8");
  const isThere = (place: string) => manual.includes(`| \`${place}\` |`) || manual.includes(`# ${place}\n`);
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((place) => !isThere(place))).toEqual([]);
});

test("each link leads to a section of the manual as it is served", () => {
  const { body = "" } = findPage(OPERATING_PATH, "en") ?? {};
  const sections = listHeadings(body).map(({ id }) => `${OPERATING_PATH}#${id}`);
  expect(places.map(manualHref).filter((href) => !sections.includes(href))).toEqual([]);
  // The files of the repository are not served.
  expect(body).not.toMatch(/\]\((?!#|\/|https?:)/);
});
