import type { TaskStatus } from "./status";

/** What a person can change on a task. Dates are ISO 8601; a task without a description has an empty one. */
export interface TaskFields {
  title: string;
  description: string;
  status: TaskStatus;
  startDate: string | null;
  dueDate: string | null;
}
export type TaskField = keyof TaskFields;
/** undefined: not touched. */
export type SomeFields = { [Field in TaskField]?: TaskFields[Field] | undefined };

export const TASK_FIELDS = ["title", "description", "status", "startDate", "dueDate"] as const;

export interface Merged {
  /** Both changed these, and not to the same: a person decides. */
  contested: TaskField[];
  /** What remains to be written over theirs. */
  changes: Partial<TaskFields>;
}

/**
 * Three versions of one task: the one that my change was made from, mine, and the one that stands now. What only one of
 * us changed is kept. Start and due depend on each other: where the two of us would leave them in the wrong order, both
 * are contested.
 */
export function mergeTask(base: SomeFields, mine: SomeFields, theirs: TaskFields): Merged {
  const changes: Partial<TaskFields> = {};
  const contested: TaskField[] = [];
  for (const field of TASK_FIELDS) {
    if (mine[field] === undefined || mine[field] === base[field] || mine[field] === theirs[field]) continue;
    Object.assign(changes, { [field]: mine[field] });
    if (theirs[field] !== base[field]) contested.push(field);
  }
  if (contested.length === 0 && isOutOfOrder({ ...theirs, ...changes })) {
    const dates = (["startDate", "dueDate"] as const).filter((field) => changes[field] !== undefined);
    return { contested: dates, changes };
  }
  return { contested, changes };
}

function isOutOfOrder({ startDate, dueDate }: Pick<TaskFields, "startDate" | "dueDate">): boolean {
  return startDate !== null && dueDate !== null && new Date(startDate) > new Date(dueDate);
}
