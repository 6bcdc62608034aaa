import type { RoomAccess } from "../access/open-room";
import { readNames } from "../access/read-names";
import { type PageRequest, pageValues } from "../db/page";
import { prisma } from "../db/prisma";
import { readPage } from "../db/read-page";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { BOARD_COLUMN_MAX, LISTED_PEOPLE_MAX } from "../platform/limits";
import { type BoardContent, type BoardRow, compareTasks, type TaskFilter } from "./card";
import type { Board } from "./create-board";
import type { TaskStatus } from "./status";
import type { TaskSummary } from "./task";
import { presentFields } from "./task-fields";
import { LIST_ASSIGNED_TASKS, LIST_CHANGED_TASKS, LIST_TASKS, LIST_TASKS_OF_STATUS, READ_BOARD } from "./tasks.sql";

export async function listBoards({ roomId }: RoomAccess): Promise<Board[]> {
  const select = { id: true, name: true, archivedAt: true };
  const boards = await prisma().board.findMany({ where: { roomId }, select, orderBy: { position: "asc" } });
  return boards.map(({ archivedAt, ...board }) => ({ ...board, isArchived: archivedAt !== null }));
}

export async function listCountedBoards(access: RoomAccess): Promise<(Board & { tasks: number })[]> {
  const { roomId } = access;
  const [boards, counts] = await Promise.all([
    listBoards(access),
    prisma().task.groupBy({ by: ["boardId"], where: { roomId }, _count: true }),
  ]);
  const countOf = new Map(counts.map(({ boardId, _count }) => [boardId, _count]));
  return boards.map((board) => ({ ...board, tasks: countOf.get(board.id) ?? 0 }));
}

export async function readBoard(
  { roomId }: RoomAccess,
  boardId: string,
  { createdById, assigneeId, isOverdue, text }: TaskFilter,
): Promise<BoardContent<BoardRow>> {
  const filter = { createdById, assigneeId, isOverdue, text, now: now(), limit: BOARD_COLUMN_MAX };
  const rows = await query(READ_BOARD, { roomId, boardId, ...filter });
  const totals: BoardContent["totals"] = { NOT_STARTED: 0, IN_PROGRESS: 0, COMPLETED: 0 };
  for (const { status, total } of rows) totals[status] = total;
  const tasks = rows.map(({ total: _, ...task }) => task).sort(compareTasks);
  return { tasks, totals };
}

export type TaskDetail = Omit<Awaited<ReturnType<typeof readTask>>, "written">;

export async function readTask({ roomId }: RoomAccess, taskId: string) {
  const where = { id: taskId, roomId };
  const include = { board: { select: { id: true, name: true } } };
  const task = isId("task", taskId) ? await prisma().task.findUnique({ where, include }) : null;
  if (!task) throw notFound();
  const { id, version, board, viaId, viaRequestId, changedViaId, changedViaRequestId } = task;
  const nameOf = await readNames([task.createdById]);
  return {
    ...presentFields(task),
    id,
    version,
    board,
    creator: nameOf(task.createdById),
    createdAt: task.createdAt.toISOString(),
    updatedAt: task.updatedAt.toISOString(),
    written: {
      created: { viaId, viaRequestId, authorId: task.createdById, at: task.createdAt },
      /** Anyone in the room may have changed it; the row does not say who. */
      changed: { viaId: changedViaId, viaRequestId: changedViaRequestId, authorId: null, at: task.updatedAt },
    },
  };
}

export interface Assignable {
  userId: string;
  name: string;
}

/** The people of a room by name. In a very large room not all, but always the one who has the task. */
export async function listAssignable({ roomId }: RoomAccess, assigneeId: string | null): Promise<Assignable[]> {
  const seats = await prisma().roomMember.findMany({
    where: { roomId },
    select: { userId: true, user: { select: { name: true } } },
    orderBy: [{ user: { name: "asc" } }, { userId: "asc" }],
    take: LISTED_PEOPLE_MAX,
  });
  const people = seats.map(({ userId, user }) => ({ userId, name: user.name }));
  if (assigneeId === null || people.some(({ userId }) => userId === assigneeId)) return people;
  const name = (await readNames([assigneeId]))(assigneeId);
  return name === null ? people : [{ userId: assigneeId, name }, ...people];
}

interface TaskListFilter {
  status?: TaskStatus | undefined;
  assigneeId?: string | undefined;
  updatedSince?: Date | undefined;
}

export async function listTasks(
  { roomId }: RoomAccess,
  { status, assigneeId, updatedSince }: TaskListFilter,
  page: PageRequest,
): Promise<TaskSummary[]> {
  if (assigneeId !== undefined) {
    if (!isId("usr", assigneeId)) return [];
    const filter = { assigneeId, status: status ?? null, updatedSince: updatedSince ?? null };
    return query(LIST_ASSIGNED_TASKS, { ...pageValues(roomId, page), ...filter });
  }
  if (updatedSince)
    return query(LIST_CHANGED_TASKS, { ...pageValues(roomId, page), updatedSince, status: status ?? null });
  if (status) return query(LIST_TASKS_OF_STATUS, { ...pageValues(roomId, page), status });
  return readPage(LIST_TASKS, roomId, page);
}
