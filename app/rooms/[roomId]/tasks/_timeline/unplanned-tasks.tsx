"use client";

import { CalendarPlus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { pathOfTask } from "@/app/rooms/_frame/paths";
import type { BoardTask } from "@/lib/tasks/card";
import type { Day } from "@/lib/tasks/days";
import { type Schedule, scheduleDay } from "@/lib/tasks/timeline";
import { useDayWords } from "../_parts/dates";
import { STATUS_COLORS, STATUS_ICONS } from "../_parts/status-look";

interface UnplannedTasksProps {
  roomId: string;
  tasks: readonly BoardTask[];
  today: Day;
  zone: string;
  /** Absent for guests, who have read-only access. */
  onPlan?: (task: BoardTask, schedule: Schedule, done: string) => void;
}

export function UnplannedTasks({ roomId, tasks, today, zone, onPlan }: UnplannedTasksProps) {
  const t = useTranslations("roomTasks");
  const words = useDayWords(today);
  return (
    <section aria-labelledby="unplanned" className="mt-6">
      <h2 id="unplanned" className="text-dense font-semibold">
        {t("timeline.unplanned")}
      </h2>
      <p className="mb-2 text-dense text-ink-3">{t("timeline.unplannedText")}</p>
      <ul className="card divide-y divide-line">
        {tasks.map((task) => {
          const Icon = STATUS_ICONS[task.status];
          return (
            <li key={task.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <Icon aria-hidden className={mergeClasses("size-4 shrink-0", STATUS_COLORS[task.status])} />
              <Link
                href={pathOfTask(roomId, task.id)}
                className="min-w-0 flex-1 basis-40 text-dense break-words hover:underline"
              >
                {task.title}
              </Link>
              {onPlan ? (
                <Button
                  look="quiet"
                  size="small"
                  aria-label={t("timeline.planToday", { title: task.title })}
                  onClick={() =>
                    onPlan(
                      task,
                      scheduleDay(today, zone),
                      t("said.planned", { title: task.title, dates: words.day(today) }),
                    )
                  }
                >
                  <CalendarPlus aria-hidden />
                  {t("timeline.planTodayShort")}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
