import { z } from "zod";

/** PostgreSQL cannot keep a NUL, and UTF-8 cannot write half a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

export function countCodePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** For ILIKE: what contains this text, in which no letter is a wildcard. */
export function matchPattern(text: string): string {
  return `%${text
    .trim()
    .slice(0, 200)
    .replaceAll("\u0000", "")
    .toWellFormed()
    .replace(/[\\%_]/g, "\\$&")}%`;
}

/** A name as people give it: one line, without spaces around. Messages are reasons that screens have words for. */
export function givenName(max: number) {
  return z
    .string({ error: "name_missing" })
    .trim()
    .min(1, "name_missing")
    .refine((name) => countCodePoints(name) <= max, "name_too_long")
    .refine((name) => !/[\p{Cc}\p{Surrogate}]/u.test(name), "name_unreadable");
}

/** Text that is stored as given. Lengths count Unicode code points. */
export function text(min: number, max: number): z.ZodString {
  return z
    .string()
    .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max })
    .check((context) => {
      const report = (message: string): void => {
        context.issues.push({ code: "custom", message, input: context.value });
      };
      if (!isStorable(context.value)) return report("must not hold a NUL or a lone surrogate");
      const length = countCodePoints(context.value);
      if (length < min) report(min === 1 ? "must not be empty" : `must have at least ${min} characters`);
      if (length > max) report(`must have at most ${max} characters, and has ${length}`);
    });
}
