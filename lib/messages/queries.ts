import type { RoomAccess } from "../access/open-room";
import { readNames } from "../access/read-names";
import { type PageRequest, pageValues } from "../db/page";
import { prisma } from "../db/prisma";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { WORKSPACE_ROOMS_MAX } from "../platform/limits";
import { EXCERPT_LENGTH, FIND_IN_THREAD, LIST_THREAD, LIST_THREAD_AFTER } from "./messages.sql";
import type { Reaction } from "./reaction";
import { LIST_REACTIONS } from "./reactions.sql";
import { FIND_UNREAD, LIST_ROOM_ACTIVITY } from "./reading.sql";
import type { QuotedMessage, ThreadRow, Unread } from "./thread";

export function listThread({ roomId }: RoomAccess, page: PageRequest): Promise<ThreadRow[]> {
  return query(LIST_THREAD, pageValues(roomId, page));
}

export function listThreadAfter({ roomId }: RoomAccess, messageId: string, limit: number): Promise<ThreadRow[]> {
  return query(LIST_THREAD_AFTER, { roomId, after: messageId, limit: limit + 1 });
}

export function findInThread({ roomId }: RoomAccess, messageId: string): Promise<ThreadRow[]> {
  return query(FIND_IN_THREAD, { roomId, messageId });
}

export async function readQuoted({ roomId }: RoomAccess, messageId: string): Promise<QuotedMessage | null> {
  const quoted = await prisma().message.findFirst({
    where: { id: messageId, roomId, deletedAt: null },
    select: { id: true, body: true, authorId: true },
  });
  if (!quoted) return null;
  const { id, body, authorId } = quoted;
  const nameOf = await readNames([authorId]);
  return { id, author: nameOf(authorId), isDeleted: false, excerpt: [...body].slice(0, EXCERPT_LENGTH).join("") };
}

export async function listReactions(
  messageIds: readonly string[],
  readerId: string,
): Promise<(Reaction & { messageId: string })[]> {
  if (messageIds.length === 0) return [];
  const rows = await query(LIST_REACTIONS, { messageIds, readerId });
  return rows.map(({ others, ...reaction }) => ({ ...reaction, others: others ?? [] }));
}

export type RoomActivity = RowOf<typeof LIST_ROOM_ACTIVITY>;

export function listRoomActivity(userId: string): Promise<RoomActivity[]> {
  return query(LIST_ROOM_ACTIVITY, { userId, now: now(), limit: WORKSPACE_ROOMS_MAX });
}

export async function findUnread(userId: string, { roomId }: RoomAccess): Promise<Unread> {
  const [found] = await query(FIND_UNREAD, { userId, roomId });
  return found ?? { count: 0, firstId: null };
}
