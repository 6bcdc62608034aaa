import { joinLines } from "@/lib/platform/characters";
import { dayOf, formatDay } from "@/lib/tasks/days";
import type { CurrentTask } from "@/lib/tasks/edit";
import type { TaskField, TaskFields } from "@/lib/tasks/merge";

/** The values of the form's fields. Dates are days (yyyy-mm-dd), as date inputs write them. */
export interface TaskValues {
  title: string;
  description: string;
  status: string;
  startDate: string;
  dueDate: string;
}

/** A form that is not saved yet: as typed, and what it is compared with. */
export interface OpenTask {
  values: TaskValues;
  /** The version the change is based on; after a conflict, the newer one. */
  base: CurrentTask;
  contested: TaskField[];
  /** Fields where the other person's value was chosen. */
  chosen: TaskField[];
}

/** An instant as a date input shows it. */
export function showDay(at: string | null, zone: string): string {
  const text = at === null ? "" : formatDay(dayOf(new Date(at), zone));
  // Date inputs accept years of four digits; at the extremes of the API's range the zone may shift past them.
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
