import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, DEFAULT_PALETTE, derivePalette } from "./brand-colors";

const CSS = readFileSync("app/globals.css", "utf8");

function readToken(name: string): { light: string; dark: string } {
  const [, light = "", dark = ""] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(CSS) ?? [];
  return { light, dark };
}

const hex = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`);

test("the contrast of two colours is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#ffffff", "#777777")).toBe(contrast("#777777", "#ffffff"));
});

test("the palette of the images is that of the pages", () => {
  expect(DEFAULT_PALETTE).toEqual({
    accent: readToken("accent"),
    solid: readToken("accent-solid"),
    solidHover: readToken("accent-solid-hover"),
    soft: readToken("accent-soft"),
  });
});

const GROUNDS = ["canvas", "surface", "raised", "muted"].map(readToken);

test("any colour gives texts of a contrast of 4.5 in light and in dark mode", () => {
  fc.assert(
    fc.property(hex, (color) => {
      const { accent, solid, solidHover, soft } = derivePalette(color);
      for (const mode of ["light", "dark"] as const) {
        for (const ground of [...GROUNDS, soft])
          expect(contrast(accent[mode], ground[mode])).toBeGreaterThanOrEqual(4.5);
        expect(contrast("#ffffff", solid[mode])).toBeGreaterThanOrEqual(4.5);
        expect(contrast("#ffffff", solidHover[mode])).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { examples: [["#ffffff"], ["#000000"], ["#ffff00"], ["#0000ff"], ["#5145cd"]] },
  );
});

test("a colour that is dark enough stays as it is, behind white text and as a text on white", () => {
  const { solid, accent } = derivePalette("#0b6e4f");
  expect(solid).toEqual({ light: "#0b6e4f", dark: "#0b6e4f" });
  expect(accent.light).toBe("#0b6e4f");
  expect(accent.dark).not.toBe("#0b6e4f");
});
