import type { Caller } from "../access/caller";
import { mayManage } from "../access/membership";
import { openRoomToWrite, type RoomAccess } from "../access/open-room";
import { prisma } from "../db/prisma";
import { forbidden, notFound } from "../platform/errors";
import { isId } from "../platform/ids";

export interface BoardAccess {
  room: RoomAccess;
  boardId: string;
}

export async function openBoardToWrite(
  caller: Caller,
  params: { roomId: string; boardId: string },
): Promise<BoardAccess> {
  const room = await openRoomToWrite(caller, params);
  const where = { id: params.boardId, roomId: room.roomId };
  const board = isId("brd", params.boardId) ? await prisma().board.findUnique({ where, select: { id: true } }) : null;
  if (!board) throw notFound();
  return { room, boardId: board.id };
}

/** Archiving hides the board from everyone, so it needs the manager role. */
export async function openBoardToManage(
  caller: Caller,
  params: { roomId: string; boardId: string },
): Promise<BoardAccess> {
  const access = await openBoardToWrite(caller, params);
  if (!mayManage(access.room.role)) throw forbidden("Archiving a board requires the manager role.");
  return access;
}
