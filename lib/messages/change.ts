import { type LockedText, lockText, requireAuthor, requireAuthorOrManager } from "../access/lock-text";
import type { RoomAccess } from "../access/open-room";
import { recordAction } from "../audit/record-action";
import { requireUnheld } from "../db/require-unheld";
import type { Transaction } from "../db/transaction";
import { publishChange } from "../events/room-watch";
import { OF_MESSAGES } from "../mentions/mentions.sql";
import { changeMentions } from "../mentions/save-mentions";
import { checkInput } from "../platform/check-input";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { MESSAGE_BODY_MAX_LENGTH } from "../platform/limits";
import { prose } from "../platform/text";
import { DELETE_MESSAGE, EDIT_MESSAGE, LOCK_MESSAGE } from "./changes.sql";

export async function lockMessage(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  messageId: string,
): Promise<LockedText> {
  if (!isId("msg", messageId)) throw notFound();
  return lockText(tx, LOCK_MESSAGE, access, { actorId, textId: messageId });
}

/** §6 has no event for a change, so webhooks hear nothing. Other processes build the same id from the row of the change. */
export function publishMessageChange(tx: Transaction, { roomId }: RoomAccess, messageId: string, at: Date): void {
  const change = { id: `${messageId}@${at.getTime()}`, type: "message.changed", roomId, objectId: messageId };
  tx.afterCommit(() => publishChange({ ...change, createdAt: at }));
}

/** The earlier text is not stored, so a legal hold refuses an edit like a deletion. */
export async function editMessage(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  { messageId, body: given }: { messageId: string; body: string },
): Promise<void> {
  const body = checkInput(prose(MESSAGE_BODY_MAX_LENGTH), given, "body");
  const before = await lockMessage(tx, access, actorId, messageId);
  requireAuthor(before, "message");
  if (before.body === body) return;
  const { billingEntityId, roomId } = access;
  await requireUnheld(tx, billingEntityId);
  const at = now();
  await tx.query(EDIT_MESSAGE, { messageId, body, at });
  await changeMentions(tx, OF_MESSAGES, { textId: messageId, body });
  const action = { name: "message.update", userId: actorId, resourceId: messageId } as const;
  recordAction(tx, { ...action, scope: { billingEntityId }, details: { roomId } });
  publishMessageChange(tx, access, messageId, at);
}

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
  await tx.query(DELETE_MESSAGE, { messageId, at });
  await changeMentions(tx, OF_MESSAGES, { textId: messageId, body: "" });
  await tx.prisma.messageReaction.deleteMany({ where: { messageId } });
  const action = { name: "message.delete", userId: actorId, resourceId: messageId } as const;
  recordAction(tx, { ...action, scope: { billingEntityId }, details: { roomId, isOwn: before.isOwn } });
  publishMessageChange(tx, access, messageId, at);
}
