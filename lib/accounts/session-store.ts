import { recordAct } from "@/lib/audit/act-store";
import { now } from "@/lib/platform/clock";
import { sql, transaction } from "@/lib/platform/db";
import { eraseInBatches } from "@/lib/platform/erase";
import { newId } from "@/lib/platform/ids";
import {
  SESSION_LIFETIME_MS,
  SESSION_RETENTION_MS,
  SESSION_USE_STALE_MS,
  SESSIONS_PER_PERSON_MAX,
} from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import { keepHeader } from "@/lib/platform/mask-secrets";
import type { SignedInUser } from "./account";
import type { SessionName } from "./session-cookie";

const END_SURPLUS = `
  UPDATE sessions SET ended_at = $2 WHERE id IN (
    SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2
    ORDER BY last_used_at DESC, id DESC OFFSET $3)`;

/** Session started: after someone has proved who they are. Beyond the maximum the sessions used longest ago end. */
export function startSession(userId: string, userAgent: string | null): Promise<string> {
  const [id, at] = [newId("ses"), now()];
  const expiresAt = new Date(at.getTime() + SESSION_LIFETIME_MS);
  return transaction(async (tx) => {
    await tx.sql(
      "insert_session",
      "INSERT INTO sessions (id, user_id, user_agent, created_at, last_used_at, expires_at) VALUES ($1, $2, $3, $4, $4, $5)",
      [id, userId, keepHeader(userAgent), at, expiresAt],
    );
    await tx.sql("end_surplus_sessions", END_SURPLUS, [userId, at, SESSIONS_PER_PERSON_MAX]);
    return id;
  });
}

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

const END_SESSION =
  "UPDATE sessions SET ended_at = $3 WHERE id = $1 AND user_id = $2 AND ended_at IS NULL RETURNING id";

/** Session ended: one of this person's own. False: it was not open. */
export function endSession({ sessionId, userId }: SessionName): Promise<boolean> {
  return transaction(async (tx) => {
    const ended = await tx.sql("end_session", END_SESSION, [sessionId, userId, now()]);
    if (ended.length === 0) return false;
    recordAct(tx, { name: "session.end", userId, resourceId: sessionId, scope: "own area" });
    return true;
  });
}

const END_ALL_SESSIONS = `
  UPDATE sessions SET ended_at = $3 WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND ended_at IS NULL RETURNING id`;

/** All sessions ended, except for the one to keep. Returns how many. */
export function endAllSessions(userId: string, keptSessionId: string | null = null): Promise<number> {
  return transaction(async (tx) => {
    const { length: sessions } = await tx.sql("end_all_sessions", END_ALL_SESSIONS, [userId, keptSessionId, now()]);
    if (sessions > 0)
      recordAct(tx, { name: "session.end_all", userId, resourceId: null, scope: "own area", details: { sessions } });
    return sessions;
  });
}

export interface SessionRow {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
}

const LIST_OPEN_SESSIONS = `
  SELECT id, user_agent AS "userAgent", created_at AS "createdAt", last_used_at AS "lastUsedAt"
  FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2
  ORDER BY last_used_at DESC, id DESC LIMIT $3`;

/** Last used first. */
export function listOpenSessions(userId: string): Promise<SessionRow[]> {
  return sql<SessionRow>("list_open_sessions", LIST_OPEN_SESSIONS, [userId, now(), SESSIONS_PER_PERSON_MAX]);
}

/** Ended sessions go when they would have expired. */
export function eraseExpiredSessions(): Promise<boolean> {
  const before = new Date(now().getTime() - SESSION_RETENTION_MS);
  return eraseInBatches((limit) =>
    sql(
      "erase_expired_sessions",
      `DELETE FROM sessions WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM sessions WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
      [before, limit],
    ),
  );
}
