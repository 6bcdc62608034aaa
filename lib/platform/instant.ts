import { z } from "zod";

/** An ISO 8601 date-time with its offset, of a day that exists, in a year that PostgreSQL and the API can both write. */
export function instant() {
  return z.iso
    .datetime({
      offset: true,
      abort: true,
      message: "must be an ISO 8601 date-time with an offset, such as 2026-06-09T08:30:00Z",
    })
    .refine((value) => isWritable(new Date(value)), "must lie in the years 1 to 9999")
    .transform((value) => new Date(value))
    .meta({ override: { type: "string", format: "date-time" } });
}

function isWritable(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
