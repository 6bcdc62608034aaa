import { now } from "@/lib/platform/clock";
import { query } from "@/lib/platform/db";
import { noteSessionUse } from "../credentials/note-session-use";
import type { SignedInUser } from "./account";
import { FIND_OPEN_SESSION } from "./accounts.sql";
import { rememberEndedSession } from "./ended-sessions";
import type { SessionName } from "./session-cookie";

export interface OpenSession {
  id: string;
  createdAt: Date;
  user: SignedInUser;
}

/** null: it has ended or expired, or it never existed. */
export async function findOpenSession({ sessionId, userId }: SessionName): Promise<OpenSession | null> {
  const at = now();
  const [found] = await query(FIND_OPEN_SESSION, [sessionId, userId, at]);
  if (!found) {
    rememberEndedSession(sessionId);
    return null;
  }
  const { lastUsedAt, createdAt, ...user } = found;
  noteSessionUse(sessionId, lastUsedAt, at);
  return { id: sessionId, createdAt, user };
}
