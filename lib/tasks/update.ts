import type { RoomAccess } from "../access/open-room";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { AppError, notFound } from "../platform/errors";
import { startAfterDue } from "./create";
import type { TaskAccess } from "./open";
import type { TaskChange, TaskWriteResponse } from "./task";
import { TASK_COLUMNS } from "./tasks.sql";

/**
 * Compare-and-swap on the version when one is given: of several updates from one version, one wins. A start date never
 * lies after the due date: setting it later is refused, while /v1, which has only due dates, moves the start along.
 */
const UPDATE_TASK = `
  UPDATE tasks SET
    title = coalesce($3, title), description = coalesce($4, description), status = coalesce($5::task_status, status),
    due_date = CASE WHEN $6 THEN $7::timestamptz ELSE due_date END,
    start_date = CASE WHEN $10 THEN $11::timestamptz WHEN start_date > $7::timestamptz THEN $7::timestamptz ELSE start_date END,
    updated_at = $8, version = version + 1
  WHERE id = $1 AND room_id = $2 AND ($9::int IS NULL OR version = $9)
    AND NOT ($10 AND coalesce($11::timestamptz > CASE WHEN $6 THEN $7::timestamptz ELSE due_date END, false))
  RETURNING ${TASK_COLUMNS}, version`;

export async function updateTask(
  tx: Transaction,
  { room, taskId }: TaskAccess,
  input: TaskChange,
): Promise<TaskWriteResponse> {
  const [task] = await tx.sql<TaskWriteResponse>("update_task", UPDATE_TASK, [
    taskId,
    room.roomId,
    input.title ?? null,
    input.description ?? null,
    input.status ?? null,
    input.dueDate !== undefined,
    input.dueDate ?? null,
    now(),
    input.version ?? null,
    input.startDate !== undefined,
    input.startDate ?? null,
  ]);
  if (!task) throw await explainRefusal(tx, room, taskId, input);
  recordEvent(tx, room, { type: "task.updated", objectId: taskId, v1Data: null });
  return task;
}

async function explainRefusal(
  tx: Transaction,
  { roomId }: RoomAccess,
  taskId: string,
  input: TaskChange,
): Promise<AppError> {
  const [current] = await tx.sql<{ version: number }>(
    "read_task_version",
    "SELECT version FROM tasks WHERE id = $1 AND room_id = $2",
    [taskId, roomId],
  );
  if (!current) return notFound();
  if (input.startDate && (input.version === undefined || input.version === current.version)) return startAfterDue();
  const message = `The task has changed: its version is ${current.version}. Read it again and decide what to keep.`;
  return new AppError("version_conflict", message, { details: { currentVersion: current.version } });
}
