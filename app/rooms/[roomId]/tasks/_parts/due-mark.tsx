"use client";

import { CalendarClock, CalendarDays, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { type BoardTask, isOverdue } from "@/lib/tasks/card";
import { dayOf } from "@/lib/tasks/days";
import { useDayWords } from "./dates";
import { useZone } from "./use-zone";

/** When a task is due and whether it is overdue, in words and with an icon, not by colour alone. */
export function DueMark({ task, now }: { task: Pick<BoardTask, "status" | "dueDate">; now: string }) {
  const t = useTranslations("roomTasks.board");
  const zone = useZone();
  const today = dayOf(new Date(now), zone);
  const words = useDayWords(today);
  if (task.dueDate === null) return null;
  const isLate = isOverdue(task, new Date(now));
  const isToday = task.status !== "COMPLETED" && dayOf(new Date(task.dueDate), zone) === today;
  const Icon = isLate ? TriangleAlert : isToday ? CalendarClock : CalendarDays;
  const date = words.instant(task.dueDate, zone);
  return (
    <span
      className={mergeClasses(
        "inline-flex items-center gap-1 whitespace-nowrap",
        isToday && "font-medium text-warn",
        isLate && "font-medium text-bad",
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {isLate ? `${t("overdue")} · ` : null}
      <time dateTime={task.dueDate}>{isToday && !isLate ? t("dueToday") : isLate ? date : t("due", { date })}</time>
    </span>
  );
}
