import { z } from "zod";
import type { RoomAccess } from "../access/open-room";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { invalid } from "../platform/errors";
import { newId } from "../platform/ids";
import { BOARD_NAME_MAX_LENGTH, BOARDS_PER_ROOM_MAX } from "../platform/limits";
import { displayName } from "../platform/text";
import { LOCK_BOARDS } from "./tasks.sql";

export const CreateBoard = z.strictObject({ name: displayName(BOARD_NAME_MAX_LENGTH) });

export interface Board {
  id: string;
  name: string;
  isArchived: boolean;
}

export async function createBoard(
  tx: Transaction,
  { roomId }: RoomAccess,
  { name }: z.output<typeof CreateBoard>,
): Promise<Board> {
  await tx.query(LOCK_BOARDS, { roomId });
  const { _count: count, _max: last } = await tx.prisma.board.aggregate({
    where: { roomId },
    _count: true,
    _max: { position: true },
  });
  if (count >= BOARDS_PER_ROOM_MAX)
    throw invalid([{ path: "boards", message: `a room has at most ${BOARDS_PER_ROOM_MAX} boards` }]);
  const id = newId("brd");
  const position = (last.position ?? -1) + 1;
  await tx.prisma.board.create({ data: { id, name, roomId, position, createdAt: now() } });
  return { id, name, isArchived: false };
}
