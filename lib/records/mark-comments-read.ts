import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { isId, lowestId } from "../platform/ids";
import type { RecordAccess } from "./open";
import { MARK_ALL_COMMENTS_READ, MARK_COMMENTS_READ } from "./reading.sql";

/** Comments that were begun before are committed, however busy a process is. */
const COMMIT_MAX_MS = 60_000;

/** Up to the last comment that was shown, with the notices of all that were shown since the first. */
export async function markCommentsRead(
  { room, recordId }: RecordAccess,
  userId: string,
  lastId: string,
  firstId = lastId,
): Promise<void> {
  if (!isId("cmt", lastId) || !isId("cmt", firstId)) throw notFound();
  const at = now();
  const settled = lowestId("cmt", new Date(at.getTime() - COMMIT_MAX_MS));
  await query(MARK_COMMENTS_READ, [userId, at, room.roomId, recordId, lastId, firstId, settled]);
}

/** Every room in which this person has a seat, up to the comment that was the newest of all when they saw the list. */
export async function markAllCommentsRead(userId: string, newestId: string): Promise<void> {
  if (!isId("cmt", newestId)) return;
  await query(MARK_ALL_COMMENTS_READ, [userId, now(), newestId]);
}
