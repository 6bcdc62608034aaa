import { requireAuthorOrManager } from "../access/lock-text";
import type { RoomAccess } from "../access/open-room";
import { recordAction } from "../audit/record-action";
import { requireUnheld } from "../db/require-unheld";
import type { Transaction } from "../db/transaction";
import { OF_MESSAGES } from "../mentions/mentions.sql";
import { changeMentions } from "../mentions/save-mentions";
import { now } from "../platform/clock";
import { DELETE_MESSAGE } from "./changes.sql";
import { lockMessage, publishMessageChange } from "./lock-message";

export async function deleteMessage(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  messageId: string,
): Promise<void> {
  const before = await lockMessage(tx, access, actorId, messageId);
  requireAuthorOrManager(before, "message");
  const { billingEntityId, roomId } = access;
  await requireUnheld(tx, billingEntityId);
  const at = now();
  await tx.query(DELETE_MESSAGE, [messageId, at]);
  await changeMentions(tx, OF_MESSAGES, { textId: messageId, body: "" });
  await tx.prisma.messageReaction.deleteMany({ where: { messageId } });
  const action = { name: "message.delete", userId: actorId, resourceId: messageId } as const;
  recordAction(tx, { ...action, scope: { billingEntityId }, details: { roomId, isOwn: before.isOwn } });
  publishMessageChange(tx, access, messageId, at);
}
