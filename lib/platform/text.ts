import { z } from "zod";
import { countCodePoints, hasLineBreak, isBlank, isStorable } from "./characters";

/** Control characters, line breaks and bidirectional marks can make a name read as another one. */
export const UNREADABLE = /[\p{Cc}\p{Surrogate}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

export function displayName(max: number, field = "name") {
  return z
    .string({ error: `${field}_missing` })
    .trim()
    .min(1, `${field}_missing`)
    .refine((name) => countCodePoints(name) <= max, `${field}_too_long`)
    .refine((name) => !UNREADABLE.test(name), `${field}_unreadable`);
}

const VISIBLE =
  "[^\\s\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u061c\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff]";

export function patternOf(character: string): string {
  return `^${character}*${VISIBLE}${character}*$`;
}

export function prose(max: number): z.ZodString {
  return text(1, max)
    .meta({ pattern: patternOf("[^\\u0000]"), description: "Not blank" })
    .check((context) => {
      if (isBlank(context.value)) report(context, "must not be blank");
    });
}

export function titleText(max: number): z.ZodString {
  return prose(max)
    .meta({
      pattern: patternOf("[^\\u0000\\n\\v\\f\\r\\u0085\\u2028\\u2029]"),
      description: "One line, not blank",
    })
    .check((context) => {
      if (hasLineBreak(context.value)) report(context, "must be one line, without a line break");
    });
}

function report(context: z.core.ParsePayload<string>, message: string): void {
  context.issues.push({ code: "custom", message, input: context.value });
}

export function text(min: number, max: number): z.ZodString {
  return z
    .string()
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max, pattern: "^[^\\u0000]*$" })
    .check((context) => {
      if (!isStorable(context.value)) return report(context, "must not hold a NUL or a lone surrogate");
      const length = countCodePoints(context.value);
      if (length < min) report(context, min === 1 ? "must not be empty" : `must have at least ${min} characters`);
      if (length > max) report(context, `must have at most ${max} characters, and has ${length}`);
    });
}
