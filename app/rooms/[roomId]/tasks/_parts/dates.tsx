"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type Day, dayOf, toUtcNoon } from "@/lib/tasks/days";
import type { Span } from "@/lib/tasks/timeline";

export interface DayWords {
  day: (day: Day) => string;
  span: (span: Span) => string;
  instant: (iso: string, zone: string) => string;
}

/** Formats days in the reader's language, with the year when it is not the current one. */
export function useDayWords(today: Day): DayWords {
  const format = useFormatter();
  const t = useTranslations("roomTasks.timeline");
  const thisYear = toUtcNoon(today).getUTCFullYear();
  const day = (some: Day) => {
    const at = toUtcNoon(some);
    const year = at.getUTCFullYear() === thisYear ? {} : ({ year: "numeric" } as const);
    return format.dateTime(at, { month: "short", day: "numeric", timeZone: "UTC", ...year });
  };
  return {
    day,
    span: ({ from, to }) => (from === to ? day(from) : t("dates", { from: day(from), to: day(to) })),
    instant: (iso, zone) => day(dayOf(new Date(iso), zone)),
  };
}
