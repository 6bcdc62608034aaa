import type { SharedFile } from "@/lib/files/workspace";
import type { ThreadMessage } from "@/lib/messages/thread";

export interface SharedMessage extends ThreadMessage {
  files: SharedFile[];
}

/** A piece of a room's thread, the oldest first. */
export interface ThreadPage {
  messages: SharedMessage[];
  hasOlder: boolean;
  /** It does not reach to the newest message. */
  hasNewer: boolean;
}

/** What was just read of the newest end, put into what is held. Where nothing overlaps too much came: the new piece stands alone. */
export function mergeNewest(held: ThreadPage, newest: ThreadPage): ThreadPage {
  const fresh = new Map(newest.messages.map((message) => [message.id, message]));
  const last = held.messages.at(-1);
  const [first] = newest.messages;
  const isJoined = !last || !newest.hasOlder || (first && first.id <= last.id);
  if (held.hasNewer || !isJoined) return newest;
  const kept = held.messages.map((message) => fresh.get(message.id) ?? message);
  const added = newest.messages.filter(({ id }) => !last || id > last.id);
  return { messages: [...kept, ...added], hasOlder: held.hasOlder, hasNewer: false };
}

export function prependOlder(held: ThreadPage, older: ThreadPage): ThreadPage {
  const first = held.messages[0]?.id;
  const added = older.messages.filter(({ id }) => first === undefined || id < first);
  return { ...held, messages: [...added, ...held.messages], hasOlder: older.hasOlder };
}
