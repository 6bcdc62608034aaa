import { SERVICE_PREFIX } from "../../platform/limits";
import type { SessionStrategy } from "../connectors/connector";

export interface SessionSubject {
  roomId: string;
  recordId: string | null;
  userId: string;
  rootMessageId: string | null;
}

export interface Session {
  key: string;
  ids: readonly string[];
}

/** §4 rule 1: the gateway remembers under this key. An action without the strategy's id falls back to its room. */
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
