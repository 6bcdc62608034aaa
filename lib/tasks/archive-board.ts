import { recordAct } from "../audit/record-act";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { invalid } from "../platform/errors";
import type { BoardAccess } from "./open-board";
import { LOCK_BOARDS } from "./tasks.sql";

/** A room keeps one open board: tasks that name none go to its first one (§4). */
export async function archiveBoard(tx: Transaction, access: BoardAccess, userId: string): Promise<void> {
  const { roomId } = access.room;
  await tx.query(LOCK_BOARDS, [roomId]);
  const others = await tx.prisma.board.count({ where: { roomId, archivedAt: null, id: { not: access.boardId } } });
  if (others === 0) throw invalid([{ path: "board", message: "a room keeps one open board" }]);
  await setArchived(tx, access, userId, true);
}

/** It takes its place among the open boards again. */
export async function restoreBoard(tx: Transaction, access: BoardAccess, userId: string): Promise<void> {
  await tx.query(LOCK_BOARDS, [access.room.roomId]);
  await setArchived(tx, access, userId, false);
}

/** Twice is as once. */
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
  recordAct(tx, { name, userId, resourceId: boardId, scope, details: { roomId: room.roomId } });
}
