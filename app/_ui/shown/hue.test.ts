import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chooseHue, HUE_COUNT, readInitials } from "./hue";

const COLOURS =
  /data-hue="(\d+)"\] \{\s*color: light-dark\((#\w{6}), (#\w{6})\);\s*background: light-dark\((#\w{6}), (#\w{6})\)/g;
const hues = [...readFileSync("app/hues.css", "utf8").matchAll(COLOURS)].map(([, ...parts]) => parts);

function readLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function measureContrast(one: string, other: string): number {
  const [low = 0, high = 0] = [readLuminance(one), readLuminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test("has one pair of colours for each hue, readable in both themes", () => {
  expect(hues.map(([hue]) => Number(hue))).toEqual(Array.from({ length: HUE_COUNT }, (_, n) => n));
  for (const [, light = "", dark = "", lightGround = "", darkGround = ""] of hues) {
    expect(measureContrast(light, lightGround)).toBeGreaterThanOrEqual(4.5);
    expect(measureContrast(dark, darkGround)).toBeGreaterThanOrEqual(4.5);
  }
});

test("spreads people over all hues", () => {
  const found = Array.from({ length: 1_000 }, (_, n) => chooseHue(`usr_01k${(n * 7919).toString(36)}`));
  const counts = Array.from({ length: HUE_COUNT }, (_, hue) => found.filter((each) => each === hue).length);
  expect(Math.min(...counts)).toBeGreaterThan(50);
});

test.each([
  ["Ann Archer", "AA"],
  ["ann van der archer", "AA"],
  ["Ann", "A"],
  ["Дмитрий Волков", "ДВ"],
  ["田中 恵子", "田"],
  ["👩‍👩‍👧 Family", "👩‍👩‍👧"],
  ["", "?"],
])("reads the initials of %j as %s", (name, initials) => {
  expect(readInitials(name)).toBe(initials);
});
