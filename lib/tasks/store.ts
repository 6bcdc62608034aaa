import type { Caller } from "../access/caller";
import { openRoomToWrite, type RoomAccess } from "../access/open-room";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { sql, type Transaction } from "../platform/db";
import { AppError, invalid, notFound } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import type { PageRequest } from "../platform/page";
import { readPage } from "../platform/read-page";
import type { NewTask, TaskChange, TaskSummary, TaskWriteResponse } from "./task";
import { LIST_TASKS, TASK_COLUMNS } from "./tasks.sql";

export interface TaskAccess {
  room: RoomAccess;
  taskId: string;
}

export async function openTaskToWrite(caller: Caller, params: { roomId: string; taskId: string }): Promise<TaskAccess> {
  const room = await openRoomToWrite(caller, params);
  const rows = isId("task", params.taskId)
    ? await sql("find_task", "SELECT 1 FROM tasks WHERE id = $1 AND room_id = $2", [params.taskId, room.roomId])
    : [];
  if (rows.length === 0) throw notFound();
  return { room, taskId: params.taskId };
}

export function listTasks({ roomId }: RoomAccess, page: PageRequest): Promise<TaskSummary[]> {
  return readPage(LIST_TASKS, roomId, page);
}

export async function createTask(
  tx: Transaction,
  access: RoomAccess,
  createdById: string,
  input: NewTask,
): Promise<TaskWriteResponse> {
  if (input.startDate && input.dueDate && input.startDate > input.dueDate) throw startAfterDue();
  const boardId = await chooseBoard(tx, access, input.boardId);
  const [task] = await tx.sql<TaskWriteResponse>(
    "create_task",
    `INSERT INTO tasks (id, room_id, board_id, title, description, due_date, created_by_id, created_at, updated_at, start_date)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) RETURNING ${TASK_COLUMNS}, version`,
    [
      newId("task"),
      access.roomId,
      boardId,
      input.title,
      input.description ?? null,
      input.dueDate ?? null,
      createdById,
      now(),
      input.startDate ?? null,
    ],
  );
  if (!task) throw new Error("A task was not written.");
  recordEvent(tx, access, { type: "task.created", objectId: task.id, v1Data: null });
  return task;
}

async function chooseBoard(tx: Transaction, { roomId }: RoomAccess, boardId: string | undefined): Promise<string> {
  if (boardId !== undefined && !isId("brd", boardId))
    throw invalid([{ path: "boardId", message: "is not a board of this room" }]);
  const [board] = await tx.sql<{ id: string }>(
    "choose_board",
    "SELECT id FROM boards WHERE room_id = $1 AND ($2::text IS NULL OR id = $2) ORDER BY position LIMIT 1",
    [roomId, boardId ?? null],
  );
  if (board) return board.id;
  throw invalid([
    {
      path: "boardId",
      message: boardId === undefined ? "this room has no board to put a task on" : "is not a board of this room",
    },
  ]);
}

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

function startAfterDue(): AppError {
  return invalid([{ path: "startDate", message: "must not lie after dueDate" }]);
}
