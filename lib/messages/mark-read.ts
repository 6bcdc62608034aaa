import type { RoomAccess } from "../access/open-room";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { MARK_ALL_READ, MARK_READ } from "./reading.sql";

export async function markRead(
  { roomId }: RoomAccess,
  userId: string,
  lastId: string,
  firstId = lastId,
): Promise<void> {
  if (!isId("msg", lastId) || !isId("msg", firstId)) throw notFound();
  await query(MARK_READ, { userId, now: now(), roomId, lastId, firstId });
}

export async function markAllRead(userId: string, newestId: string): Promise<void> {
  if (!isId("msg", newestId)) return;
  // "~" sorts just after the message itself.
  await query(MARK_ALL_READ, { userId, now: now(), newestId: `${newestId}~` });
}
