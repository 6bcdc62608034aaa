import { now } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { SESSION_USE_STALE_MS } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import type { SignedInUser } from "./account";
import type { SessionName } from "./session-cookie";

interface OpenSessionRow extends SignedInUser {
  sessionId: string;
  lastUsedAt: Date;
}

const FIND_OPEN_SESSION = `
  SELECT s.id AS "sessionId", s.last_used_at AS "lastUsedAt", u.id, u.email, u.name, u.locale, u.is_admin AS "isAdmin"
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL AND s.expires_at > $3`;

export interface OpenSession {
  id: string;
  user: SignedInUser;
}

/** The session with its person, in one query. null: it has ended or expired, or it never was. */
export async function findOpenSession({ sessionId, userId }: SessionName): Promise<OpenSession | null> {
  const at = now();
  const [row] = await sql<OpenSessionRow>("find_open_session", FIND_OPEN_SESSION, [sessionId, userId, at]);
  if (!row) return null;
  const { sessionId: id, lastUsedAt, ...user } = row;
  if (at.getTime() - lastUsedAt.getTime() >= SESSION_USE_STALE_MS) noteUse(id, at);
  return { id, user };
}

/** Not waited for: a request is answered without this write, and it fails without consequence. */
function noteUse(sessionId: string, at: Date): void {
  sql("note_session_use", "UPDATE sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at <= $3", [
    sessionId,
    at,
    new Date(at.getTime() - SESSION_USE_STALE_MS),
  ]).catch((error: unknown) => log().warn({ error }, "the last use of a session could not be written"));
}
