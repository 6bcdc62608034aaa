import { now } from "../platform/clock";
import { sql } from "../platform/db";

const FIND_ENDED = `
  SELECT given.id FROM unnest($1::text[]) AS given(id)
  WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = given.id AND s.ended_at IS NULL AND s.expires_at > $2)`;

/** Which of these sessions are no longer open. A response that stays open asks this again and again. */
export async function findEndedSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await sql<{ id: string }>("find_ended_sessions", FIND_ENDED, [sessionIds, now()]);
  return new Set(rows.map(({ id }) => id));
}
