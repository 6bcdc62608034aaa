import type { QuotedMessage } from "@/lib/messages/thread";
import type { SharedMessage } from "../thread/thread-page";
import type { PostProblem } from "./run-post";

export interface Outgoing {
  /** The service posts a message once for each id and text, however often it is sent. */
  draftId: string;
  body: string;
  replyTo: QuotedMessage | null;
  sentAt: string;
  afterId: string;
  state: "sending" | "posted" | "failed";
  problem: PostProblem | null;
  messageId: string | null;
}

/** A message of a thread, or a comment, which replies to nothing and is written by no program. */
export type ShownText = Pick<SharedMessage, "id" | "authorId" | "body"> &
  Partial<Pick<SharedMessage, "replyTo" | "via">>;

export function withoutArrived(
  outbox: readonly Outgoing[],
  messages: readonly ShownText[],
  userId: string,
): Outgoing[] {
  const taken = new Set(outbox.flatMap(({ messageId }) => messageId ?? []));
  const ids = new Set(messages.map(({ id }) => id));
  return outbox.filter((outgoing) => {
    if (outgoing.messageId !== null) return !ids.has(outgoing.messageId);
    const arrived = messages.find((message) => !taken.has(message.id) && isSame(outgoing, message, userId));
    if (arrived) taken.add(arrived.id);
    return !arrived;
  });
}

function isSame(outgoing: Outgoing, { id, authorId, body, replyTo, via }: ShownText, userId: string): boolean {
  return (
    id > outgoing.afterId &&
    authorId === userId &&
    (via ?? null) === null &&
    body === outgoing.body &&
    (replyTo?.id ?? null) === (outgoing.replyTo?.id ?? null)
  );
}

export function renderOutgoing({ draftId, body, replyTo, sentAt }: Outgoing, person: Person): SharedMessage {
  const { id: authorId, name: author } = person;
  const unchanged = { editedAt: null, isDeleted: false };
  return {
    id: draftId,
    body,
    createdAt: sentAt,
    authorId,
    author,
    replyTo,
    files: [],
    mentions: [],
    reactions: [],
    via: null,
    ...unchanged,
  };
}

export interface Person {
  id: string;
  name: string;
}
