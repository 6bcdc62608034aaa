import type { RoomAccess } from "../access/open-room";
import { now } from "../platform/clock";
import { sql, type Transaction } from "../platform/db";
import { invalid } from "../platform/errors";
import { newId } from "../platform/ids";
import { BOARD_COLUMN_MAX, BOARDS_PER_ROOM_MAX } from "../platform/limits";
import { isoText } from "../platform/pool";
import type { Board, CreateBoard } from "./board";
import { type BoardContent, type BoardTask, compareTasks, type TaskFilter } from "./card";

/** The first board is the default for new tasks. */
export function listBoards({ roomId }: RoomAccess): Promise<Board[]> {
  return sql("list_boards", "SELECT id, name FROM boards WHERE room_id = $1 ORDER BY position", [roomId]);
}

/** Appends a board. Locks the room's row, so that two concurrent boards do not get the same position. */
export async function createBoard(tx: Transaction, { roomId }: RoomAccess, { name }: CreateBoard): Promise<Board> {
  await tx.sql("hold_room_boards", "SELECT 1 FROM rooms WHERE id = $1 FOR NO KEY UPDATE", [roomId]);
  const [board] = await tx.sql<Board>(
    "create_board",
    `INSERT INTO boards (id, room_id, name, position, created_at)
     SELECT $1, $2, $3, coalesce(max(position) + 1, 0), $4 FROM boards WHERE room_id = $2 HAVING count(*) < $5
     RETURNING id, name`,
    [newId("brd"), roomId, name, now(), BOARDS_PER_ROOM_MAX],
  );
  if (!board) throw invalid([{ path: "boards", message: `a room has at most ${BOARDS_PER_ROOM_MAX} boards` }]);
  return board;
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
