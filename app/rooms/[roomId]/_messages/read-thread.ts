import type { RoomAccess } from "@/lib/access/open-room";
import { listAttachments } from "@/lib/files/queries";
import { listThread, listThreadAfter } from "@/lib/messages/queries";
import { isId } from "@/lib/platform/ids";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import type { ThreadPage } from "./thread-page";

interface ThreadQuery {
  /** Older than this message. */
  before?: string;
  /** This message and its surroundings. */
  around?: string;
}

/** A malformed id falls back to the newest messages. */
export async function readThread(access: RoomAccess, { before = "", around = "" }: ThreadQuery): Promise<ThreadPage> {
  const limit = LIST_LIMIT_DEFAULT;
  const isAround = isId("msg", around);
  const olderThan = isId("msg", before) ? before : null;
  const [upTo, newer] = await Promise.all([
    // With "~" the cursor is just after the message and before the next one.
    listThread(access, { limit, after: isAround ? `${around}~` : olderThan }),
    isAround ? listThreadAfter(access, around, limit) : [],
  ]);
  const messages = [...upTo.slice(0, limit).toReversed(), ...newer.slice(0, limit)];
  const messageIds = messages.map(({ id }) => id);
  const files = messageIds.length === 0 ? [] : await listAttachments(access, { messageIds });
  return {
    messages: messages.map((message) => ({ ...message, files: files.filter((file) => file.messageId === message.id) })),
    hasOlder: upTo.length > limit,
    hasNewer: isAround ? newer.length > limit : olderThan !== null,
  };
}
