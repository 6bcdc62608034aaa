import { joinLines } from "@/lib/platform/characters";
import { dayOf, formatDay } from "@/lib/tasks/days";
import type { CurrentTask } from "@/lib/tasks/edit";
import type { TaskFields } from "@/lib/tasks/task";
import { FIELD_NAMES, TASK_FIELDS, type TaskField } from "@/lib/tasks/task-fields";

export type TaskValues = Record<TaskField, string>;

export interface OpenTask {
  values: TaskValues;
  base: CurrentTask;
  contested: TaskField[];
  chosen: TaskField[];
}

function showDay(at: string, zone: string): string {
  const text = formatDay(dayOf(new Date(at), zone));
  return /^\d{4}-/.test(text) ? text : "";
}

/** Forms always send line breaks as CRLF. */
export const unifyLines = (text: string) => text.replace(/\r\n?/g, "\n");

export function showField(field: TaskField, value: string | null, zone: string): string {
  if (value === null) return "";
  switch (TASK_FIELDS[field]) {
    case "line":
      return joinLines(value);
    case "text":
      return unifyLines(value);
    case "day":
      return showDay(value, zone);
    case "person":
    case "status":
      return value;
  }
}

export function showFields(fields: TaskFields, zone: string): TaskValues {
  const shown = FIELD_NAMES.map((field) => [field, showField(field, fields[field], zone)]);
  return Object.fromEntries(shown) as TaskValues;
}
