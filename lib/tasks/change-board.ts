import type { z } from "zod";
import { recordAction } from "../audit/record-action";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { invalid } from "../platform/errors";
import type { CreateBoard } from "./create-board";
import type { BoardAccess } from "./open-board";
import { LOCK_BOARDS } from "./tasks.sql";

export async function renameBoard(
  tx: Transaction,
  { room, boardId }: BoardAccess,
  userId: string,
  { name }: z.output<typeof CreateBoard>,
): Promise<void> {
  await tx.prisma.board.update({ where: { id: boardId }, data: { name }, select: { id: true } });
  const scope = { billingEntityId: room.billingEntityId };
  recordAction(tx, { name: "board.update", userId, resourceId: boardId, scope, details: { roomId: room.roomId } });
}

/** Tasks that name no board go to the room's first open one (§4), so one must stay open. */
export async function archiveBoard(tx: Transaction, access: BoardAccess, userId: string): Promise<void> {
  const { roomId } = access.room;
  await tx.query(LOCK_BOARDS, { roomId });
  const others = await tx.prisma.board.count({ where: { roomId, archivedAt: null, id: { not: access.boardId } } });
  if (others === 0) throw invalid([{ path: "board", message: "a room keeps one open board" }]);
  await setArchived(tx, access, userId, true);
}

export async function restoreBoard(tx: Transaction, access: BoardAccess, userId: string): Promise<void> {
  await tx.query(LOCK_BOARDS, { roomId: access.room.roomId });
  await setArchived(tx, access, userId, false);
}

async function setArchived(
  tx: Transaction,
  { room, boardId }: BoardAccess,
  userId: string,
  isArchived: boolean,
): Promise<void> {
  const { count } = await tx.prisma.board.updateMany({
    where: { id: boardId, archivedAt: isArchived ? null : { not: null } },
    data: { archivedAt: isArchived ? now() : null },
  });
  if (count === 0) return;
  const name = isArchived ? "board.archive" : "board.restore";
  const scope = { billingEntityId: room.billingEntityId };
  recordAction(tx, { name, userId, resourceId: boardId, scope, details: { roomId: room.roomId } });
}
