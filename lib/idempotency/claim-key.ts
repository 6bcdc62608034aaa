import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { sql, type Transaction } from "../platform/db";
import { type IdempotencyScope, judgeResult, type PendingResult, type StoredResult, stillRunning } from "./idempotency";

/**
 * Takes the key for the rest of this transaction, or says why not. The lock is the transaction's own: whatever ends
 * it, a crash too, frees the key, and nobody has to clean up.
 */
export async function claimKey(
  tx: Transaction,
  scope: IdempotencyScope,
  fingerprint: Buffer,
): Promise<StoredResult | PendingResult | null> {
  const lock = sha256(`${scope.userId}\n${scope.appId}\n${scope.key}`).readBigInt64BE(0);
  // The second travels behind the first and sees what was committed until the lock was taken.
  const [[attempt], [row]] = await Promise.all([
    tx.sql<{ taken: boolean }>("lock_idempotency_key", "SELECT pg_try_advisory_xact_lock($1) AS taken", [lock]),
    tx.sql<StoredResult & { receipt: string | null }>(
      "find_idempotency_key",
      `SELECT fingerprint, response_status AS status, response_body AS body, created_at AS "createdAt", receipt
       FROM idempotency_keys WHERE user_id = $1 AND app_id = $2 AND key = $3`,
      [scope.userId, scope.appId, scope.key],
    ),
  ]);
  if (!attempt?.taken) throw stillRunning();
  if (!row) return null;
  const { receipt, status, body, ...key } = judgeResult(row, fingerprint, now());
  return status === NO_STATUS && receipt !== null ? { ...key, receipt } : { ...key, status, body };
}

const NO_STATUS = 0;

/** Takes the key for an action whose outcome is not known when this transaction commits. */
export function keepReceipt(tx: Transaction, { userId, appId, key }: IdempotencyScope, pending: PendingResult): void {
  tx.last(
    "keep_idempotency_receipt",
    `INSERT INTO idempotency_keys (user_id, app_id, key, fingerprint, response_status, response_body, created_at, receipt)
     VALUES ($1, $2, $3, $4, $5, '', $6, $7)`,
    [userId, appId, key, pending.fingerprint, NO_STATUS, pending.createdAt, pending.receipt],
  );
}

export async function keepOutcome(
  { userId, appId, key }: IdempotencyScope,
  { status, body }: StoredResult,
): Promise<void> {
  await sql(
    "keep_idempotency_outcome",
    `UPDATE idempotency_keys SET response_status = $4, response_body = $5 WHERE user_id = $1 AND app_id = $2 AND key = $3`,
    [userId, appId, key, status, body],
  );
}

export function keepResult(tx: Transaction, scope: IdempotencyScope, result: StoredResult): void {
  tx.last(
    "keep_idempotency_result",
    `INSERT INTO idempotency_keys (user_id, app_id, key, fingerprint, response_status, response_body, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [scope.userId, scope.appId, scope.key, result.fingerprint, result.status, result.body, result.createdAt],
  );
}
