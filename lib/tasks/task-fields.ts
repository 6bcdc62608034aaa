import type { TaskFields } from "./task";

/**
 * Statements, merge, forms and pages go through this table, in its order. The kind says how a field is entered and shown;
 * `task.ts` has the schemas.
 */
export const TASK_FIELDS = {
  title: "line",
  description: "text",
  status: "status",
  assigneeId: "person",
  startDate: "day",
  dueDate: "day",
} as const satisfies Record<keyof TaskFields, string>;

export type TaskField = keyof typeof TASK_FIELDS;
export type DayField = { [Field in TaskField]: (typeof TASK_FIELDS)[Field] extends "day" ? Field : never }[TaskField];

export const FIELD_NAMES = Object.keys(TASK_FIELDS) as TaskField[];

export function isDay(field: TaskField): field is DayField {
  return TASK_FIELDS[field] === "day";
}

type StoredFields = { [Field in TaskField]: TaskFields[Field] | Date | null };

export function presentFields(stored: StoredFields): TaskFields {
  const present = (field: TaskField) => {
    const value = stored[field];
    if (value instanceof Date) return value.toISOString();
    return value ?? (TASK_FIELDS[field] === "text" ? "" : null);
  };
  return Object.fromEntries(FIELD_NAMES.map((field) => [field, present(field)])) as TaskFields;
}
