import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { eraseInBatches } from "../platform/erase";
import { IDEMPOTENCY_RETENTION_MS, IDEMPOTENCY_TOMBSTONE_MS } from "../platform/limits";

/** §3: expired keys are physically removed by a daily job, once they have been tombstones for a week. */
export function eraseExpiredKeys(): Promise<boolean> {
  const before = new Date(now().getTime() - IDEMPOTENCY_RETENTION_MS - IDEMPOTENCY_TOMBSTONE_MS);
  return eraseInBatches((limit) =>
    sql(
      "erase_idempotency_keys",
      `DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM idempotency_keys WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING 1`,
      [before, limit],
    ),
  );
}
