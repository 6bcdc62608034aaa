import type { z } from "zod";
import { recordAct } from "../audit/record-act";
import type { Transaction } from "../db/transaction";
import type { CreateBoard } from "./create-board";
import type { BoardAccess } from "./open-board";

export async function renameBoard(
  tx: Transaction,
  { room, boardId }: BoardAccess,
  userId: string,
  { name }: z.output<typeof CreateBoard>,
): Promise<void> {
  await tx.prisma.board.update({ where: { id: boardId }, data: { name }, select: { id: true } });
  const scope = { billingEntityId: room.billingEntityId };
  recordAct(tx, { name: "board.update", userId, resourceId: boardId, scope, details: { roomId: room.roomId } });
}
