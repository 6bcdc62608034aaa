"use client";

import { useTranslations } from "next-intl";
import { startTransition, useOptimistic, useState } from "react";
import { Notice } from "@/app/_ui/page/notice";
import { LiveText } from "@/app/_ui/shown/live-text";
import { type BoardTask, compareTasks } from "@/lib/tasks/card";
import type { TaskFields } from "@/lib/tasks/task";
import { changeTask } from "../actions";

type Change = Partial<Pick<TaskFields, "status" | "startDate" | "dueDate">>;

interface Said {
  /** Errors are shown to everyone; success is visible in the page and announced to screen readers. */
  isBad: boolean;
  text: string;
}

export function useTaskEdits(roomId: string, tasks: readonly BoardTask[]) {
  const t = useTranslations("roomTasks.said");
  const [said, say] = useState<Said>({ isBad: false, text: "" });
  const [shown, show] = useOptimistic(tasks, (list, { id, change }: { id: string; change: Change }) =>
    list
      .map((task) => (task.id === id ? { ...task, ...change, updatedAt: new Date().toISOString() } : task))
      .sort(compareTasks),
  );

  /** `done` is announced once the edit is saved. */
  function edit(task: BoardTask, change: Change, done: string): void {
    startTransition(async () => {
      show({ id: task.id, change });
      const { id: taskId, version, status, startDate, dueDate, title } = task;
      const base = { status, startDate, dueDate };
      const outcome = await changeTask({ roomId, taskId, version, base, mine: change }).catch(() => "failed" as const);
      say(outcome === "saved" ? { isBad: false, text: done } : { isBad: true, text: t(outcome, { title }) });
    });
  }
  return { shown, edit, said, say };
}

/** A live region that is mounted before its text changes, which screen readers require. */
export function SaidRegion({ said }: { said: Said }) {
  return (
    <div role="status" className={said.isBad ? "mb-4" : "sr-only"}>
      <LiveText of={said}>{said.isBad ? <Notice tone="warn">{said.text}</Notice> : said.text}</LiveText>
    </div>
  );
}
