import type { TaskStatus } from "./status";

export interface TaskFields {
  title: string;
  description: string;
  status: TaskStatus;
  startDate: string | null;
  dueDate: string | null;
}
export type TaskField = keyof TaskFields;
export type SomeFields = { [Field in TaskField]?: TaskFields[Field] | undefined };

export const TASK_FIELDS = ["title", "description", "status", "startDate", "dueDate"] as const;

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
