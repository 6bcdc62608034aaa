import type { RoomAccess } from "../access/open-room";
import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { BOARD_COLUMN_MAX } from "../platform/limits";
import { isoText } from "../platform/pool";
import type { Board } from "./board";
import { type BoardContent, type BoardTask, compareTasks, type TaskFilter } from "./card";
import type { TaskFields } from "./merge";

/** The first board is the default for new tasks. */
export function listBoards({ roomId }: RoomAccess): Promise<Board[]> {
  return sql("list_boards", "SELECT id, name FROM boards WHERE room_id = $1 ORDER BY position", [roomId]);
}

interface Row extends BoardTask {
  total: number;
}

const READ_BOARD = `
  SELECT * FROM (
    SELECT t.id, t.title, t.status::text AS status, ${isoText("t.start_date")} AS "startDate",
      ${isoText("t.due_date")} AS "dueDate", t.version, u.name AS creator, ${isoText("t.updated_at")} AS "updatedAt",
      count(*) OVER (PARTITION BY t.status)::int AS total,
      row_number() OVER (PARTITION BY t.status ORDER BY
        CASE WHEN t.status = 'COMPLETED' THEN NULL ELSE t.due_date END NULLS LAST,
        CASE WHEN t.status = 'COMPLETED' THEN t.updated_at END DESC, t.id DESC) AS place
    FROM tasks t LEFT JOIN users u ON u.id = t.created_by_id
    WHERE t.board_id = $2 AND t.room_id = $1
      AND ($3::text IS NULL OR t.created_by_id = $3)
      AND (NOT $4 OR (t.due_date < $5 AND t.status <> 'COMPLETED'))
      AND ($6 = '' OR strpos(lower(t.title), lower($6)) > 0 OR strpos(lower(t.description), lower($6)) > 0)
  ) found WHERE place <= $7`;

/** One board, with each column up to its limit. */
export async function readBoard(access: RoomAccess, boardId: string, filter: TaskFilter): Promise<BoardContent> {
  const rows = await sql<Row & { place: string }>("read_board", READ_BOARD, [
    access.roomId,
    boardId,
    filter.createdById,
    filter.isOverdue,
    now(),
    filter.text,
    BOARD_COLUMN_MAX,
  ]);
  const totals: BoardContent["totals"] = { NOT_STARTED: 0, IN_PROGRESS: 0, COMPLETED: 0 };
  for (const { status, total } of rows) totals[status] = total;
  const tasks = rows.map(({ total: _, place: __, ...task }) => task).sort(compareTasks);
  return { tasks, totals };
}

/** A task with everything its page shows. */
export interface TaskDetail extends TaskFields {
  id: string;
  version: number;
  board: { id: string; name: string };
  creator: string | null;
  createdAt: string;
  updatedAt: string;
}

export const FIELDS = `t.title, coalesce(t.description, '') AS description, t.status::text AS status, t.version,
  ${isoText("t.start_date")} AS "startDate", ${isoText("t.due_date")} AS "dueDate"`;

export async function readTask({ roomId }: RoomAccess, taskId: string): Promise<TaskDetail> {
  const rows = isId("task", taskId)
    ? await sql<Omit<TaskDetail, "board"> & { boardId: string; boardName: string }>(
        "read_task",
        `SELECT t.id, ${FIELDS}, b.id AS "boardId", b.name AS "boardName", u.name AS creator,
           ${isoText("t.created_at")} AS "createdAt", ${isoText("t.updated_at")} AS "updatedAt"
         FROM tasks t JOIN boards b ON b.id = t.board_id LEFT JOIN users u ON u.id = t.created_by_id
         WHERE t.id = $1 AND t.room_id = $2`,
        [taskId, roomId],
      )
    : [];
  if (!rows[0]) throw notFound();
  const { boardId, boardName, ...task } = rows[0];
  return { ...task, board: { id: boardId, name: boardName } };
}
