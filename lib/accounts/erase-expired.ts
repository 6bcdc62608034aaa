import { now } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { eraseInBatches } from "@/lib/platform/erase";
import { SESSION_RETENTION_MS } from "@/lib/platform/limits";
import { SIGN_IN_WINDOW_MS } from "./sign-in-limit";

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

/** What has been out of the window for a day serves no purpose. */
export function eraseOldAttempts(): Promise<boolean> {
  const before = new Date(now().getTime() - 96 * SIGN_IN_WINDOW_MS);
  return eraseInBatches((limit) =>
    sql(
      "erase_sign_in_attempts",
      `DELETE FROM sign_in_attempts WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM sign_in_attempts WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
      [before, limit],
    ),
  );
}
