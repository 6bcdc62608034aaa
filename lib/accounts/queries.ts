import { now } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { SESSIONS_PER_PERSON_MAX } from "@/lib/platform/limits";
import { prisma } from "@/lib/platform/prisma";

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

const SIGNED_IN_USER = { id: true, email: true, name: true, locale: true, isAdmin: true } as const;

export function findUser(id: string) {
  return prisma().user.findUnique({ where: { id }, select: SIGNED_IN_USER });
}

export function findUserByEmail(email: string) {
  return prisma().user.findUnique({ where: { email }, select: { ...SIGNED_IN_USER, passwordHash: true } });
}

export function readProfile(id: string) {
  return prisma().user.findUnique({
    where: { id },
    select: { name: true, email: true, locale: true, sendsTranscripts: true },
  });
}
