import { recordAct } from "@/lib/audit/record-act";
import { now } from "@/lib/platform/clock";
import { transaction } from "@/lib/platform/db";
import type { SessionName } from "./session-cookie";

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
