import { now } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { SESSION_LIFETIME_MS, SESSIONS_PER_PERSON_MAX } from "@/lib/platform/limits";
import { keepHeader } from "@/lib/platform/mask-secrets";

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
