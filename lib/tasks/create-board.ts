import type { RoomAccess } from "../access/open-room";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { invalid } from "../platform/errors";
import { newId } from "../platform/ids";
import { BOARDS_PER_ROOM_MAX } from "../platform/limits";
import type { Board, CreateBoard } from "./board";

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
