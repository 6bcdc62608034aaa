import { dayOf, formatDay } from "@/lib/tasks/days";
import type { TaskFields } from "@/lib/tasks/merge";
import type { TaskValues } from "./form-state";

/** An instant as a date input shows it. */
export function showDay(at: string | null, zone: string): string {
  const text = at === null ? "" : formatDay(dayOf(new Date(at), zone));
  // Date inputs accept years of four digits; at the extremes of the API's range the zone may shift past them.
  return /^\d{4}-/.test(text) ? text : "";
}

export function showFields(fields: TaskFields, zone: string): TaskValues {
  const { title, description, status, startDate, dueDate } = fields;
  return { title, description, status, startDate: showDay(startDate, zone), dueDate: showDay(dueDate, zone) };
}
