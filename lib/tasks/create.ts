import type { RoomAccess } from "../access/open-room";
import { readOrigin } from "../access/origin";
import type { Transaction } from "../db/transaction";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { type AppError, invalid } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import type { NewTask } from "./task";
import { CHOOSE_BOARD, INSERT_TASK, LOCK_ASSIGNEE, toColumns } from "./tasks.sql";

export async function createTask(tx: Transaction, access: RoomAccess, userId: string, input: NewTask) {
  if (input.startDate && input.dueDate && input.startDate > input.dueDate) throw startAfterDue();
  await checkAssignee(tx, access, input.assigneeId);
  const boardId = await chooseBoard(tx, access, input.boardId);
  const [id, { roomId }] = [newId("task"), access];
  const fields = toColumns({ ...input, status: "NOT_STARTED" });
  const [task] = await tx.query(INSERT_TASK, {
    taskId: id,
    roomId,
    boardId,
    fields,
    userId,
    now: now(),
    ...readOrigin(tx),
  });
  if (!task) throw new Error("A task was not written.");
  recordEvent(tx, access, { type: "task.created", objectId: id, v1Data: null });
  return task;
}

async function chooseBoard(tx: Transaction, { roomId }: RoomAccess, boardId: string | undefined): Promise<string> {
  const mayExist = boardId === undefined || isId("brd", boardId);
  const [board] = mayExist ? await tx.query(CHOOSE_BOARD, { roomId, boardId: boardId ?? null }) : [];
  if (board && !board.isArchived) return board.id;
  const isMissing = boardId === undefined;
  const unfit = board ? "is an archived board: choose an open one" : "is not a board of this room";
  const message = isMissing ? "this room has no board for tasks: create one" : unfit;
  throw invalid([{ path: "boardId", message }]);
}

/** Someone of another organization is refused like an id that does not exist. */
export async function checkAssignee(tx: Transaction, { roomId }: RoomAccess, userId: string | null | undefined) {
  if (userId === null || userId === undefined) return;
  const [seat] = isId("usr", userId) ? await tx.query(LOCK_ASSIGNEE, { roomId, userId }) : [];
  if (!seat) throw invalid([{ path: "assigneeId", message: "is not a member of this room" }]);
}

export function startAfterDue(): AppError {
  return invalid([{ path: "startDate", message: "must not be after dueDate" }]);
}
