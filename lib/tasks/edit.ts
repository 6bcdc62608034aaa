import type { Transaction } from "../db/transaction";
import { notFound } from "../platform/errors";
import { mergeTask } from "./merge";
import type { SomeFields, TaskFields } from "./task";
import { presentFields, type TaskField } from "./task-fields";
import { LOCK_TASK } from "./tasks.sql";
import { type TaskAccess, updateTask } from "./update";

export interface TaskEdit {
  version: number;
  base: SomeFields;
  mine: SomeFields;
}

export type CurrentTask = TaskFields & { version: number };

export type EditOutcome =
  | { kind: "saved"; version: number; isMerged: boolean }
  | { kind: "conflict"; theirs: CurrentTask; contested: TaskField[] };

/**
 * A field that someone else changed in the meantime is never overwritten. All other changed fields are saved through the
 * verb of /v1.
 */
export async function editTask(tx: Transaction, access: TaskAccess, edit: TaskEdit): Promise<EditOutcome> {
  const [locked] = await tx.query(LOCK_TASK, { taskId: access.taskId, roomId: access.room.roomId });
  if (!locked) throw notFound();
  const theirs = { ...presentFields(locked), version: locked.version };
  const isMerged = theirs.version !== edit.version;
  const { contested, changes } = mergeTask(isMerged ? edit.base : theirs, edit.mine, theirs);
  if (isMerged && contested.length > 0) return { kind: "conflict", theirs, contested };
  if (Object.keys(changes).length === 0) return { kind: "saved", version: theirs.version, isMerged };
  const { version } = await updateTask(tx, access, { ...changes, version: theirs.version });
  return { kind: "saved", version, isMerged };
}
