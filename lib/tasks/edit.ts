import type { RowOf } from "../db/statement";
import type { Transaction } from "../db/transaction";
import { notFound } from "../platform/errors";
import { mergeTask, type SomeFields, type TaskField, type TaskFields } from "./merge";
import type { TaskChange } from "./task";
import { LOCK_TASK } from "./tasks.sql";
import { type TaskAccess, updateTask } from "./update";

export interface TaskEdit {
  version: number;
  base: SomeFields;
  mine: SomeFields;
}

export type CurrentTask = RowOf<typeof LOCK_TASK>;

export type EditOutcome =
  | { kind: "saved"; version: number; isMerged: boolean }
  | { kind: "conflict"; theirs: CurrentTask; contested: TaskField[] };

/**
 * A field that someone else changed in the meantime is never overwritten. All other changed fields are saved through the
 * verb of /v1.
 */
export async function editTask(tx: Transaction, access: TaskAccess, edit: TaskEdit): Promise<EditOutcome> {
  const [theirs] = await tx.query(LOCK_TASK, [access.taskId, access.room.roomId]);
  if (!theirs) throw notFound();
  const isMerged = theirs.version !== edit.version;
  const { contested, changes } = mergeTask(isMerged ? edit.base : theirs, edit.mine, theirs);
  if (isMerged && contested.length > 0) return { kind: "conflict", theirs, contested };
  if (Object.keys(changes).length === 0) return { kind: "saved", version: theirs.version, isMerged };
  const { version } = await updateTask(tx, access, { ...toChange(changes), version: theirs.version });
  return { kind: "saved", version, isMerged };
}

function toChange({ startDate, dueDate, ...rest }: Partial<TaskFields>): Omit<TaskChange, "version"> {
  return { ...rest, ...toDate("startDate", startDate), ...toDate("dueDate", dueDate) };
}

function toDate(name: "startDate" | "dueDate", text: string | null | undefined): Partial<TaskChange> {
  return text === undefined ? {} : { [name]: text === null ? null : new Date(text) };
}
