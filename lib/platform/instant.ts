import { z } from "zod";

export const INSTANT_FORM =
  "ISO 8601 with Z or an offset, such as 2026-06-09T08:30:00Z. A leap second (`:60`) counts as the second after it";

export function instant() {
  return z
    .string()
    .transform((text, context) => {
      const at = readInstant(text);
      if (at !== null && isWritable(at)) return at;
      context.addIssue(
        at === null
          ? "must be an ISO 8601 date-time with an offset, such as 2026-06-09T08:30:00Z"
          : "must lie in the years 1 to 9999",
      );
      return z.NEVER;
    })
    .meta({ override: { type: "string", format: "date-time", description: INSTANT_FORM } });
}

const DATE_TIME = z.iso.datetime({ offset: true });

function readInstant(text: string): Date | null {
  const isLeap = text.slice(16, 19) === ":60";
  const usual = (isLeap ? `${text.slice(0, 16)}:59${text.slice(19)}` : text).replace(/[tz]/g, (letter) =>
    letter.toUpperCase(),
  );
  if (!DATE_TIME.safeParse(usual).success) return null;
  const at = new Date(usual);
  if (!isLeap) return at;
  return at.getUTCHours() === 23 && at.getUTCMinutes() === 59 ? new Date(at.getTime() + 1000) : null;
}

function isWritable(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
