"use client";

import { CalendarClock, CalendarDays, TriangleAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { useZone as useKnownZone } from "@/app/_ui/shown/zone";
import { type BoardTask, isOverdue } from "@/lib/tasks/card";
import { type Day, DEFAULT_ZONE, dayOf, readZone, toUtcNoon } from "@/lib/tasks/days";
import type { Span } from "@/lib/tasks/timeline";

/** The reader's time zone, and UTC until a browser has told it. */
export function useZone(): string {
  return readZone(useKnownZone() ?? DEFAULT_ZONE);
}

export type DayWords = ReturnType<typeof useDayWords>;

export function useDayWords(today: Day, zone: string) {
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
    span: ({ from, to }: Span) => (from === to ? day(from) : t("dates", { from: day(from), to: day(to) })),
    instant: (iso: string) => day(dayOf(new Date(iso), zone)),
  };
}

export function DueMark({ task, now }: { task: Pick<BoardTask, "status" | "dueDate">; now: string }) {
  const t = useTranslations("roomTasks.board");
  const zone = useZone();
  const today = dayOf(new Date(now), zone);
  const words = useDayWords(today, zone);
  if (task.dueDate === null) return null;
  const isLate = isOverdue(task, new Date(now));
  const isToday = task.status !== "COMPLETED" && dayOf(new Date(task.dueDate), zone) === today;
  const Icon = isLate ? TriangleAlert : isToday ? CalendarClock : CalendarDays;
  const date = words.instant(task.dueDate);
  return (
    <span
      className={joinClasses(
        "inline-flex items-center gap-1 whitespace-nowrap",
        isLate ? "font-medium text-bad" : isToday && "font-medium text-warn",
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {isLate ? `${t("overdue")} · ` : null}
      <time dateTime={task.dueDate}>{isToday && !isLate ? t("dueToday") : isLate ? date : t("due", { date })}</time>
    </span>
  );
}
