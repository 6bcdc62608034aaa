import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { DEAD_TOKEN_RETENTION_MS, GRANT_TIMELINE_RETENTION_MS } from "../platform/limits";

const BATCH = 1_000;
const BATCHES_MAX = 1_000;

/** What is over for good: dead codes and tokens, and the timelines of grants that ended long ago. */
const DEAD = [
  ["consent_decisions", "request_hash", "expires_at < $1", DEAD_TOKEN_RETENTION_MS],
  ["oauth_codes", "hash", "expires_at < $1", DEAD_TOKEN_RETENTION_MS],
  ["oauth_access_tokens", "hash", "expires_at < $1", DEAD_TOKEN_RETENTION_MS],
  // Used ones too are kept until their family's end: that is how a second use is recognised.
  ["oauth_refresh_tokens", "hash", "expires_at < $1", DEAD_TOKEN_RETENTION_MS],
  ["oauth_grants", "id", "expires_at < $1", GRANT_TIMELINE_RETENTION_MS],
] as const;

/** In small statements that skip what others hold, so that it never stands in anybody's way. Returns how many rows went. */
export async function eraseExpiredTokens(): Promise<number> {
  let erased = 0;
  for (const [table, key, condition, retentionMs] of DEAD) {
    const before = new Date(now().getTime() - retentionMs);
    const text = `
      WITH dead AS (
        SELECT ${key} FROM ${table} WHERE ${condition} ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ), gone AS (
        DELETE FROM ${table} t USING dead WHERE t.${key} = dead.${key} RETURNING 1
      )
      SELECT count(*)::int AS count FROM gone`;
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const [result] = await sql<{ count: number }>(`erase_${table}`, text, [before]);
      erased += result?.count ?? 0;
      if ((result?.count ?? 0) < BATCH) break;
    }
  }
  return erased;
}
