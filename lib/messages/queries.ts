import type { RoomAccess } from "../access/open-room";
import { readNames } from "../access/read-names";
import { type PageRequest, pageValues } from "../db/page";
import { prisma } from "../db/prisma";
import { query } from "../db/transaction";
import { EXCERPT_LENGTH, FIND_IN_THREAD, LIST_THREAD, LIST_THREAD_AFTER } from "./messages.sql";
import type { QuotedMessage, ThreadRow } from "./thread";

export function listThread({ roomId }: RoomAccess, page: PageRequest): Promise<ThreadRow[]> {
  return query(LIST_THREAD, pageValues(roomId, page));
}

/** Messages after the given one, oldest first: one more than `limit` if there are more. */
export function listThreadAfter({ roomId }: RoomAccess, messageId: string, limit: number): Promise<ThreadRow[]> {
  return query(LIST_THREAD_AFTER, [roomId, messageId, limit + 1]);
}

/** No row for a message that the thread does not show. */
export function findInThread({ roomId }: RoomAccess, messageId: string): Promise<ThreadRow[]> {
  return query(FIND_IN_THREAD, [roomId, messageId]);
}

/** The message a reply quotes; null when it is not in this room. */
export async function readQuoted({ roomId }: RoomAccess, messageId: string): Promise<QuotedMessage | null> {
  const quoted = await prisma().message.findFirst({
    where: { id: messageId, roomId, deletedAt: null },
    select: { id: true, body: true, authorId: true },
  });
  if (!quoted) return null;
  const { id, body, authorId } = quoted;
  const nameOf = await readNames([authorId]);
  // Counts characters as PostgreSQL's `left` does.
  return { id, author: nameOf(authorId), isDeleted: false, excerpt: [...body].slice(0, EXCERPT_LENGTH).join("") };
}
