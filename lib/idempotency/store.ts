import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { sql, type Transaction } from "../platform/db";
import { eraseInBatches } from "../platform/erase";
import { IDEMPOTENCY_RETENTION_MS, IDEMPOTENCY_TOMBSTONE_MS } from "../platform/limits";
import { type IdempotencyScope, idempotencyConflict, judgeResult, type StoredResult } from "./idempotency";

/**
 * Takes the key for the rest of this transaction, or says why not. The lock is the transaction's own: whatever ends
 * it, a crash too, frees the key, and nobody has to clean up.
 */
export async function claimKey(
  tx: Transaction,
  scope: IdempotencyScope,
  fingerprint: Buffer,
): Promise<StoredResult | null> {
  const lock = sha256(`${scope.userId}\n${scope.appId}\n${scope.key}`).readBigInt64BE(0);
  // The second travels behind the first and sees what was committed until the lock was taken.
  const [[attempt], [row]] = await Promise.all([
    tx.sql<{ taken: boolean }>("lock_idempotency_key", "SELECT pg_try_advisory_xact_lock($1) AS taken", [lock]),
    tx.sql<StoredResult>(
      "find_idempotency_key",
      `SELECT fingerprint, response_status AS status, response_body AS body, created_at AS "createdAt"
       FROM idempotency_keys WHERE user_id = $1 AND app_id = $2 AND key = $3`,
      [scope.userId, scope.appId, scope.key],
    ),
  ]);
  if (!attempt?.taken) {
    throw idempotencyConflict(
      "in_progress",
      "A request with this Idempotency-Key is still running. Wait for its answer.",
    );
  }
  return row ? judgeResult(row, fingerprint, now()) : null;
}

export function keepResult(tx: Transaction, scope: IdempotencyScope, result: StoredResult): void {
  tx.last(
    "keep_idempotency_result",
    `INSERT INTO idempotency_keys (user_id, app_id, key, fingerprint, response_status, response_body, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [scope.userId, scope.appId, scope.key, result.fingerprint, result.status, result.body, result.createdAt],
  );
}

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
