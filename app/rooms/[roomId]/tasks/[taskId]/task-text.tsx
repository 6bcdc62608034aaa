"use client";

import { useTranslations } from "next-intl";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { dayOf } from "@/lib/tasks/days";
import type { TaskDetail } from "@/lib/tasks/queries";
import { useDayWords, useZone } from "../_parts/dates";
import { TaskStatusBadge } from "../_parts/task-status";

/** The task as plain text, for guests, who cannot edit it. */
export function TaskText({ task, now }: { task: TaskDetail; now: string }) {
  const t = useTranslations("roomTasks");
  const zone = useZone();
  const words = useDayWords(dayOf(new Date(now), zone), zone);
  const show = (at: string | null) => (at === null ? t("detail.noDate") : words.instant(at));
  return (
    <div className="grid grid-cols-1 gap-5">
      {task.description === "" ? (
        <p className="text-ink-3">{t("detail.noDescription")}</p>
      ) : (
        <p className="card p-5 whitespace-pre-wrap">{task.description}</p>
      )}
      <FactList>
        <Fact name={t("form.status")}>
          <TaskStatusBadge status={task.status} />
        </Fact>
        <Fact name={t("form.start")}>{show(task.startDate)}</Fact>
        <Fact name={t("form.due")}>{show(task.dueDate)}</Fact>
      </FactList>
    </div>
  );
}
