"use client";

import { useTranslations } from "next-intl";
import { dayOf } from "@/lib/tasks/days";
import type { TaskFields } from "@/lib/tasks/task";
import { isDay, type TaskField } from "@/lib/tasks/task-fields";
import { useDayWords } from "./dates";
import { usePeople } from "./people";

/** A field as people read it; empty where the task has none. */
export function useFieldText(field: TaskField, task: TaskFields, now: string, zone: string): string {
  const t = useTranslations("roomTasks.status");
  const words = useDayWords(dayOf(new Date(now), zone), zone);
  const people = usePeople();
  const value = task[field];
  if (value === null) return "";
  if (field === "assigneeId") return people.find(({ userId }) => userId === value)?.name ?? "";
  if (field === "status") return t(task.status);
  return isDay(field) ? words.instant(value) : value;
}
