import type { RoomAccess } from "../access/open-room";
import { tellWatchers } from "../events/room-watch";
import type { Transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { LOCK_MESSAGE } from "./changes.sql";

export interface LockedMessage {
  body: string;
  isOwn: boolean;
  /** The person manages the room. Nobody manages direct messages. */
  isManager: boolean;
}

/** A message that is gone is the same 404 as one that never was. */
export async function lockMessage(
  tx: Transaction,
  { roomId }: RoomAccess,
  actorId: string,
  messageId: string,
): Promise<LockedMessage> {
  const [found] = isId("msg", messageId) ? await tx.query(LOCK_MESSAGE, [messageId, roomId, actorId]) : [];
  if (!found) throw notFound();
  const { body, authorId, isManager } = found;
  return { body, isOwn: authorId === actorId, isManager };
}

/**
 * For other people's open pages. §6 has no event for it, so webhooks hear nothing. The id is the one that other processes read
 * from the change's row.
 */
export function tellMessageChange(tx: Transaction, { roomId }: RoomAccess, messageId: string, at: Date): void {
  const change = { id: `${messageId}@${at.getTime()}`, type: "message.changed", roomId, objectId: messageId };
  tx.afterCommit(() => tellWatchers({ ...change, createdAt: at }));
}
