import type { RoomAccess } from "@/lib/access/open-room";
import { listAttachments } from "@/lib/files/queries";
import { listThread, listThreadAfter } from "@/lib/messages/queries";
import type { ThreadMessage } from "@/lib/messages/thread";
import { isId } from "@/lib/platform/ids";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import type { ThreadPage } from "./thread-page";

export interface ThreadQuery {
  /** Older than this message. */
  before?: string;
  /** This message and its surroundings. */
  around?: string;
}

/** A cursor just after the message and before the next one. */
const justAfter = (messageId: string) => `${messageId}~`;

/** A malformed id falls back to the newest messages. */
export async function readThread(access: RoomAccess, { before = "", around = "" }: ThreadQuery): Promise<ThreadPage> {
  const limit = LIST_LIMIT_DEFAULT;
  if (isId("msg", around)) {
    const [upTo, newer] = await Promise.all([
      listThread(access, { limit, after: justAfter(around) }),
      listThreadAfter(access, around, limit),
    ]);
    const messages = [...upTo.slice(0, limit).toReversed(), ...newer.slice(0, limit)];
    return attachFiles(access, messages, { hasOlder: upTo.length > limit, hasNewer: newer.length > limit });
  }
  const after = isId("msg", before) ? before : null;
  const found = await listThread(access, { limit, after });
  return attachFiles(access, found.slice(0, limit).toReversed(), {
    hasOlder: found.length > limit,
    hasNewer: after !== null,
  });
}

async function attachFiles(
  access: RoomAccess,
  messages: readonly ThreadMessage[],
  ends: Pick<ThreadPage, "hasOlder" | "hasNewer">,
): Promise<ThreadPage> {
  const messageIds = messages.map(({ id }) => id);
  const files = messageIds.length === 0 ? [] : await listAttachments(access, { messageIds });
  return {
    ...ends,
    messages: messages.map((message) => ({ ...message, files: files.filter((file) => file.messageId === message.id) })),
  };
}
