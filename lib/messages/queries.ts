import type { RoomAccess } from "../access/open-room";
import { readNames } from "../access/read-names";
import { query } from "../platform/db";
import { type PageRequest, pageValues } from "../platform/page";
import { prisma } from "../platform/prisma";
import { LIST_THREAD, LIST_THREAD_AFTER } from "./messages.sql";
import { EXCERPT_LENGTH, type QuotedMessage, type ThreadMessage } from "./thread";

export function listThread({ roomId }: RoomAccess, page: PageRequest): Promise<ThreadMessage[]> {
  return query(LIST_THREAD, pageValues(roomId, page));
}

/** Messages after the given one, oldest first: one more than `limit` if there are more. */
export function listThreadAfter({ roomId }: RoomAccess, messageId: string, limit: number): Promise<ThreadMessage[]> {
  return query(LIST_THREAD_AFTER, [roomId, messageId, limit + 1]);
}

/** The message a reply quotes; null when it is not in this room. */
export async function readQuoted({ roomId }: RoomAccess, messageId: string): Promise<QuotedMessage | null> {
  const quoted = await prisma().message.findFirst({
    where: { id: messageId, roomId },
    select: { id: true, body: true, authorId: true },
  });
  if (!quoted) return null;
  const { id, body, authorId } = quoted;
  const nameOf = await readNames([authorId]);
  return { id, author: nameOf(authorId), excerpt: excerptOf(body) };
}

/** Counts characters as PostgreSQL's `left` does. */
function excerptOf(body: string): string {
  return [...body].slice(0, EXCERPT_LENGTH).join("");
}
