import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { FIND_ENDED_SESSIONS } from "./access.sql";

export async function findEndedSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await query(FIND_ENDED_SESSIONS, { sessionIds, now: now() });
  return new Set(rows.map(({ id }) => id));
}
