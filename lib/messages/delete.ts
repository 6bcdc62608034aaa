import type { RoomAccess } from "../access/open-room";
import { recordAct } from "../audit/record-act";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { forbidden } from "../platform/errors";
import { requireUnheld } from "../platform/require-unheld";
import { DELETE_MESSAGE } from "./changes.sql";
import { changeMentions } from "./keep-mentions";
import { lockMessage, tellMessageChange } from "./lock-message";
import { FORGET_REACTIONS } from "./reactions.sql";

/** By its author, or by a manager of the room. Files of the message stay files of the room. */
export async function deleteMessage(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  messageId: string,
): Promise<void> {
  const { isOwn, isManager } = await lockMessage(tx, access, actorId, messageId);
  if (!isOwn && !isManager)
    throw forbidden("Only its author and managers of the room can delete a message.", { reason: "author_only" });
  const { billingEntityId, roomId } = access;
  await requireUnheld(tx, billingEntityId);
  const at = now();
  await tx.query(DELETE_MESSAGE, [messageId, at]);
  await changeMentions(tx, { messageId, body: "" });
  await tx.query(FORGET_REACTIONS, [messageId]);
  const act = { name: "message.delete", userId: actorId, resourceId: messageId } as const;
  recordAct(tx, { ...act, scope: { billingEntityId }, details: { roomId, isOwn } });
  tellMessageChange(tx, access, messageId, at);
}
