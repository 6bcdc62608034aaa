import { query } from "@/lib/db/transaction";
import { now } from "@/lib/platform/clock";
import { recordSessionUse } from "../../access/credentials/record-session-use";
import { FIND_OPEN_SESSION } from "../accounts.sql";
import type { SignedInUser } from "../profile/account";
import { rememberEndedSession, type SessionName } from "./session-cookie";

export interface OpenSession {
  id: string;
  createdAt: Date;
  user: SignedInUser;
}

export async function findOpenSession({ sessionId, userId }: SessionName): Promise<OpenSession | null> {
  const at = now();
  const [found] = await query(FIND_OPEN_SESSION, { sessionId, userId, at });
  if (!found) {
    rememberEndedSession(sessionId);
    return null;
  }
  const { lastUsedAt, createdAt, ...user } = found;
  recordSessionUse(sessionId, lastUsedAt, at);
  return { id: sessionId, createdAt, user };
}
