import { createHash } from "node:crypto";
import { DEFAULT_PALETTE, derivePalette, type Palette } from "./brand-colors";
import { readMark, writeMark } from "./brand-mark";
import { type Env, env } from "./env";
import { shared } from "./shared";

export interface Brand {
  name: string;
  tagline: string | null;
  palette: Palette;
  hasOwnColor: boolean;
  mark: string;
  hasOwnMark: boolean;
  version: string;
}

export const PREVIEW_SIZE = { width: 1200, height: 630 };

export type BrandEnv = Pick<Env, "SVC_BRAND_NAME" | "SVC_BRAND_TAGLINE" | "SVC_BRAND_COLOR" | "SVC_BRAND_MARK">;

export function brand(): Brand {
  return shared("brand", () => readBrand(env()));
}

export function readBrand(settings: BrandEnv): Brand {
  const { SVC_BRAND_NAME: name, SVC_BRAND_TAGLINE: tagline, SVC_BRAND_COLOR: color, SVC_BRAND_MARK: file } = settings;
  const palette = color === undefined ? DEFAULT_PALETTE : derivePalette(color);
  const ownMark = file === undefined ? null : readMark(file);
  const mark = ownMark ?? writeMark(palette.solid.light);
  const drawn = JSON.stringify([name, tagline, palette, mark]);
  return {
    name,
    tagline: tagline ?? null,
    palette,
    hasOwnColor: color !== undefined,
    mark,
    hasOwnMark: ownMark !== null,
    version: createHash("sha256").update(drawn).digest("hex").slice(0, 8),
  };
}

export function brandPath(
  file: "mark.svg" | "og.png" | `icon-${32 | 180 | 192 | 512}.png` | "maskable-512.png",
): string {
  return `/brand/${file}?v=${brand().version}`;
}

export function listBrandTokens({ palette, hasOwnColor }: Brand): Record<string, string> {
  if (!hasOwnColor) return {};
  const names = { accent: "accent", solid: "accent-solid", solidHover: "accent-solid-hover", soft: "accent-soft" };
  return Object.fromEntries(
    Object.entries(names).map(([key, name]) => {
      const { light, dark } = palette[key as keyof Palette];
      return [`--${name}`, `light-dark(${light}, ${dark})`];
    }),
  );
}
