import type { Caller } from "../access/caller";
import { openRoomToWrite, type RoomAccess } from "../access/open-room";
import { readOrigin } from "../access/origin";
import type { Transaction } from "../db/transaction";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { AppError, notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { checkAssignee, startAfterDue } from "./create";
import type { TaskChange } from "./task";
import { FIND_TASK, toColumns, UPDATE_TASK } from "./tasks.sql";

export interface TaskAccess {
  room: RoomAccess;
  taskId: string;
}

/** It opens a deleted task as well: a repeated request must reach its stored result first, and the verb then refuses. */
export async function openTaskToWrite(caller: Caller, params: { roomId: string; taskId: string }): Promise<TaskAccess> {
  const room = await openRoomToWrite(caller, params);
  if (!isId("task", params.taskId)) throw notFound();
  return { room, taskId: params.taskId };
}

export async function updateTask(tx: Transaction, { room, taskId }: TaskAccess, input: TaskChange) {
  await checkAssignee(tx, room, input.assigneeId);
  const { version = null } = input;
  const fields = toColumns(input);
  const [task] = await tx.query(UPDATE_TASK, {
    taskId,
    roomId: room.roomId,
    fields,
    now: now(),
    version,
    ...readOrigin(tx),
  });
  if (!task) throw await explainRefusal(tx, room, taskId, input);
  recordEvent(tx, room, { type: "task.updated", objectId: taskId, v1Data: null });
  return task;
}

async function explainRefusal(tx: Transaction, { roomId }: RoomAccess, taskId: string, input: TaskChange) {
  const [current] = await tx.query(FIND_TASK, { taskId, roomId });
  if (!current) return notFound();
  if (input.startDate && (input.version === undefined || input.version === current.version)) return startAfterDue();
  const message = `The task has changed: its version is now ${current.version}. Read it again and send the change with that version.`;
  return new AppError("version_conflict", message, { details: { currentVersion: current.version } });
}
