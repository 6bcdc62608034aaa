import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { isId, lowestId } from "../platform/ids";
import type { RecordAccess } from "./open";
import { MARK_ALL_COMMENTS_READ, MARK_COMMENTS_READ } from "./reading.sql";

/** A comment that a busy process has begun is committed within this time. */
const COMMIT_MAX_MS = 60_000;

export async function markCommentsRead(
  { room, recordId }: RecordAccess,
  userId: string,
  lastId: string,
  firstId = lastId,
): Promise<void> {
  if (!isId("cmt", lastId) || !isId("cmt", firstId)) throw notFound();
  const at = now();
  const settled = lowestId("cmt", new Date(at.getTime() - COMMIT_MAX_MS));
  await query(MARK_COMMENTS_READ, { userId, at, roomId: room.roomId, recordId, lastId, firstId, settled });
}

export async function markAllCommentsRead(userId: string, newestId: string): Promise<void> {
  if (!isId("cmt", newestId)) return;
  await query(MARK_ALL_COMMENTS_READ, { userId, now: now(), newestId });
}
