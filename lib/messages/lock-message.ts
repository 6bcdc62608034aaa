import { type LockedText, lockText } from "../access/lock-text";
import type { RoomAccess } from "../access/open-room";
import type { Transaction } from "../db/transaction";
import { publishChange } from "../events/room-watch";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { LOCK_MESSAGE } from "./changes.sql";

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
