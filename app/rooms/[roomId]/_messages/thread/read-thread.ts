import type { RoomAccess } from "@/lib/access/open-room";
import { listAttachments } from "@/lib/files/queries";
import { OF_MESSAGES } from "@/lib/mentions/mentions.sql";
import { listMentions } from "@/lib/mentions/mentions-query";
import { findInThread, listReactions, listThread, listThreadAfter } from "@/lib/messages/queries";
import type { ThreadRow } from "@/lib/messages/thread";
import { isId } from "@/lib/platform/ids";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import { readOrigins } from "@/lib/requests/read-origins";
import { createPageReader } from "../text/content-cache";
import type { SharedMessage, ThreadPage } from "./thread-page";

interface ThreadQuery {
  before?: string;
  around?: string;
}

export async function readThread(
  userId: string,
  access: RoomAccess,
  { before = "", around = "" }: ThreadQuery,
): Promise<ThreadPage> {
  const limit = LIST_LIMIT_DEFAULT;
  const isAround = isId("msg", around);
  const olderThan = isId("msg", before) ? before : null;
  const [upTo, newer] = await Promise.all([
    listThread(access, { limit, after: isAround ? `${around}~` : olderThan }),
    isAround ? listThreadAfter(access, around, limit) : [],
  ]);
  return {
    messages: await share(userId, access, [...upTo.slice(0, limit).toReversed(), ...newer.slice(0, limit)]),
    hasOlder: upTo.length > limit,
    hasNewer: isAround ? newer.length > limit : olderThan !== null,
  };
}

/** null for a message that the thread does not show, or no longer. */
export async function readOne(userId: string, access: RoomAccess, messageId: string): Promise<SharedMessage | null> {
  const found = isId("msg", messageId) ? await findInThread(access, messageId) : [];
  const [message] = await share(userId, access, found);
  return message ?? null;
}

async function share(userId: string, access: RoomAccess, found: readonly ThreadRow[]): Promise<SharedMessage[]> {
  const rows = found.map(({ viaId, viaRequestId, ...message }) => {
    return { message, written: { viaId, viaRequestId, authorId: message.authorId, at: message.createdAt } };
  });
  const messageIds = rows.flatMap(({ message }) => (message.isDeleted ? [] : message.id));
  const written = rows.map((row) => row.written);
  const [files, mentionsOf, reactions, describeOrigin] = await Promise.all([
    messageIds.length === 0 ? [] : listAttachments(access, { messageIds }),
    listMentions(OF_MESSAGES, messageIds),
    listReactions(messageIds, userId),
    readOrigins(userId, access, written),
  ]);
  const readContent = createPageReader();
  return rows.map((row) => ({
    ...row.message,
    content: readContent(row.message.body, mentionsOf(row.message.id)),
    files: files.filter((file) => file.messageId === row.message.id),
    mentions: mentionsOf(row.message.id),
    reactions: reactions.flatMap(({ messageId, ...reaction }) => (messageId === row.message.id ? reaction : [])),
    via: describeOrigin(row.written),
  }));
}
