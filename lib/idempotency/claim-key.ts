import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { query, type Transaction } from "../platform/db";
import {
  fingerprintOf,
  type IdempotencyScope,
  judgeResult,
  type KeyedRequest,
  type StoredResult,
  stillRunning,
} from "./idempotency";
import { FIND_KEY, KEEP_KEY, KEEP_OUTCOME, LOCK_KEY } from "./keys.sql";

/** A key that belongs to its transaction until that ends, also by a crash. */
export interface Claim {
  readonly scope: IdempotencyScope;
  readonly fingerprint: Buffer;
  readonly createdAt: Date;
  /** The result of an earlier request with this key. */
  readonly result: StoredResult | null;
  /** An action under way, or interrupted by a crash: its receipt finds the outcome. */
  readonly receipt: string | null;
}

export async function claimKey(tx: Transaction, scope: IdempotencyScope, request: KeyedRequest): Promise<Claim> {
  const { userId, appId, key } = scope;
  const fingerprint = fingerprintOf(request);
  const lock = sha256(`${userId}\n${appId}\n${key}`).readBigInt64BE(0).toString();
  // The second statement travels behind the first, and sees every row committed before the lock was taken.
  const [[attempt], [row]] = await Promise.all([tx.query(LOCK_KEY, [lock]), tx.query(FIND_KEY, [userId, appId, key])]);
  if (!attempt?.isTaken) throw stillRunning();
  if (!row) return { scope, fingerprint, createdAt: now(), result: null, receipt: null };
  const { receipt, status, body, createdAt } = judgeResult(row, fingerprint, now());
  const result = status === NO_STATUS ? null : { status, body };
  return { scope, fingerprint, createdAt, result, receipt };
}

const NO_STATUS = 0;

export function keepResult(tx: Transaction, claim: Claim, result: StoredResult): void {
  keep(tx, claim, result, null);
}

/** For an action whose outcome is unknown when this transaction commits. */
export function keepReceipt(tx: Transaction, claim: Claim, receipt: string): void {
  keep(tx, claim, { status: NO_STATUS, body: "" }, receipt);
}

function keep(
  tx: Transaction,
  { scope: { userId, appId, key }, fingerprint, createdAt }: Claim,
  { status, body }: StoredResult,
  receipt: string | null,
): void {
  tx.queryLast(KEEP_KEY, [userId, appId, key, fingerprint, status, body, createdAt, receipt]);
}

export async function keepOutcome(
  { scope: { userId, appId, key } }: Claim,
  { status, body }: StoredResult,
): Promise<void> {
  await query(KEEP_OUTCOME, [userId, appId, key, status, body]);
}
