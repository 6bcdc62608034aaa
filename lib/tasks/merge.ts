import type { SomeFields, TaskFields } from "./task";
import { type DayField, FIELD_NAMES, isDay, type TaskField } from "./task-fields";

export interface Merged {
  contested: TaskField[];
  changes: Partial<TaskFields>;
}

/**
 * A field that only one side changed keeps that change. Start and due date depend on each other: if the merge would put
 * them in the wrong order, both are contested.
 */
export function mergeTask(base: SomeFields, mine: SomeFields, theirs: TaskFields): Merged {
  const changes: Partial<TaskFields> = {};
  const contested: TaskField[] = [];
  for (const field of FIELD_NAMES) {
    if (mine[field] === undefined || mine[field] === base[field] || mine[field] === theirs[field]) continue;
    Object.assign(changes, { [field]: mine[field] });
    if (theirs[field] !== base[field]) contested.push(field);
  }
  if (contested.length === 0 && isOutOfOrder({ ...theirs, ...changes })) {
    const dates = FIELD_NAMES.filter(isDay).filter((field) => changes[field] !== undefined);
    return { contested: dates, changes };
  }
  return { contested, changes };
}

function isOutOfOrder({ startDate, dueDate }: Pick<TaskFields, DayField>): boolean {
  return startDate !== null && dueDate !== null && new Date(startDate) > new Date(dueDate);
}
