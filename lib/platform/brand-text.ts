import { z } from "zod";

export const BRAND_NAME_MAX_LENGTH = 30;
export const BRAND_TAGLINE_MAX_LENGTH = 100;

/** One line for titles and images. */
export function brandText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^\P{C}+$/u, "must be one line of visible characters");
}
