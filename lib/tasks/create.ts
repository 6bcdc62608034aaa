import type { RoomAccess } from "../access/open-room";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { type AppError, invalid } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import type { NewTask, TaskWriteResponse } from "./task";
import { TASK_COLUMNS } from "./tasks.sql";

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

export function startAfterDue(): AppError {
  return invalid([{ path: "startDate", message: "must not lie after dueDate" }]);
}
