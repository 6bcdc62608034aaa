import { SERVICE_PREFIX } from "../../platform/limits";
import type { SessionStrategy } from "../connectors/connector";

export interface SessionSubject {
  roomId: string;
  recordId: string | null;
  userId: string;
  /** The message that the conversation's thread began with; null: there is no thread. */
  rootMessageId: string | null;
}

export interface Session {
  key: string;
  /** The ids in it leave the service with it. */
  ids: readonly string[];
}

/**
 * §4 rule 1: the name under which the gateway remembers. An action without the strategy's id falls back to its room, which
 * every agent action has: a record's strategy for a reply, or a thread's where no thread has begun.
 */
export function chooseSession(
  strategy: SessionStrategy,
  { roomId, recordId, userId, rootMessageId }: SessionSubject,
): Session {
  const room = `${SERVICE_PREFIX}:room:${roomId}`;
  if (strategy === "user") return { key: `${SERVICE_PREFIX}:user:${userId}`, ids: [userId] };
  if (strategy === "record" && recordId !== null) {
    return { key: `${SERVICE_PREFIX}:record:${recordId}`, ids: [recordId] };
  }
  if (strategy === "thread" && rootMessageId !== null) {
    return { key: `${room}:thread:${rootMessageId}`, ids: [roomId, rootMessageId] };
  }
  return { key: room, ids: [roomId] };
}
