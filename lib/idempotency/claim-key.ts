import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { query, type Transaction } from "../platform/db";
import { type IdempotencyScope, judgeResult, type PendingResult, type StoredResult, stillRunning } from "./idempotency";
import { FIND_KEY, KEEP_KEY, KEEP_OUTCOME, LOCK_KEY } from "./keys.sql";

/** Locks the key until the transaction ends, also by a crash. Returns what is stored under it; null: it is new. */
export async function claimKey(
  tx: Transaction,
  { userId, appId, key }: IdempotencyScope,
  fingerprint: Buffer,
): Promise<StoredResult | PendingResult | null> {
  const lock = sha256(`${userId}\n${appId}\n${key}`).readBigInt64BE(0).toString();
  // The second statement travels behind the first, and sees every row committed before the lock was taken.
  const [[attempt], [row]] = await Promise.all([tx.query(LOCK_KEY, [lock]), tx.query(FIND_KEY, [userId, appId, key])]);
  if (!attempt?.isTaken) throw stillRunning();
  if (!row) return null;
  const { receipt, status, body, ...stored } = judgeResult(row, fingerprint, now());
  return status === NO_STATUS && receipt !== null ? { ...stored, receipt } : { ...stored, status, body };
}

const NO_STATUS = 0;

/** Reserves the key for an action whose outcome is unknown when this transaction commits. */
export function keepReceipt(tx: Transaction, { userId, appId, key }: IdempotencyScope, pending: PendingResult): void {
  const { fingerprint, createdAt, receipt } = pending;
  tx.queryLast(KEEP_KEY, [userId, appId, key, fingerprint, NO_STATUS, "", createdAt, receipt]);
}

export async function keepOutcome(
  { userId, appId, key }: IdempotencyScope,
  { status, body }: StoredResult,
): Promise<void> {
  await query(KEEP_OUTCOME, [userId, appId, key, status, body]);
}

export function keepResult(tx: Transaction, { userId, appId, key }: IdempotencyScope, result: StoredResult): void {
  const { fingerprint, status, body, createdAt } = result;
  tx.queryLast(KEEP_KEY, [userId, appId, key, fingerprint, status, body, createdAt, null]);
}
