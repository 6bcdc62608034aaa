import { joinLines } from "@/lib/platform/characters";
import { dayOf, formatDay } from "@/lib/tasks/days";
import type { CurrentTask } from "@/lib/tasks/edit";
import type { TaskField, TaskFields } from "@/lib/tasks/merge";

export interface TaskValues {
  title: string;
  description: string;
  status: string;
  startDate: string;
  dueDate: string;
}

export interface OpenTask {
  values: TaskValues;
  base: CurrentTask;
  contested: TaskField[];
  chosen: TaskField[];
}

export function showDay(at: string | null, zone: string): string {
  const text = at === null ? "" : formatDay(dayOf(new Date(at), zone));
  return /^\d{4}-/.test(text) ? text : "";
}

export function showFields(fields: TaskFields, zone: string): TaskValues {
  const { title, description, status, startDate, dueDate } = fields;
  return {
    title: joinLines(title),
    description,
    status,
    startDate: showDay(startDate, zone),
    dueDate: showDay(dueDate, zone),
  };
}
