import type { SharedStatement } from "../../db/statement";
import { query, type Transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { sha256 } from "../../platform/crypto";
import {
  checkStoredResult,
  fingerprintOf,
  type IdempotencyScope,
  type KeyedRequest,
  nameKey,
  type StoredResult,
  stillRunning,
} from "./idempotency";
import { FIND_KEY, LOCK_KEY, SAVE_KEYS, SAVE_OUTCOME } from "./keys.sql";

/** A key belongs to its transaction until that ends, also by a crash. */
export interface Claim {
  readonly scope: IdempotencyScope;
  readonly fingerprint: Buffer;
  readonly createdAt: Date;
  readonly result: StoredResult | null;
  /** The receipt finds the outcome of an action that is under way or was interrupted by a crash. */
  readonly receipt: string | null;
}

export async function claimKey(tx: Transaction, scope: IdempotencyScope, request: KeyedRequest): Promise<Claim> {
  const { userId, appId, key } = scope;
  const fingerprint = fingerprintOf(request);
  const lock = sha256(nameKey(scope)).readBigInt64BE(0).toString();
  // The second statement travels behind the first, and sees every row committed before the lock was taken.
  const [[attempt], [row]] = await Promise.all([
    tx.query(LOCK_KEY, { lock }),
    tx.query(FIND_KEY, { userId, appId, key }),
  ]);
  if (!attempt?.isTaken) throw stillRunning();
  if (!row) return { scope, fingerprint, createdAt: now(), result: null, receipt: null };
  const { receipt, status, body, createdAt } = checkStoredResult(row, fingerprint, now());
  const result = status === NO_STATUS ? null : { status, body };
  return { scope, fingerprint, createdAt, result, receipt };
}

const NO_STATUS = 0;

export function saveResult(tx: Transaction, claim: Claim, result: StoredResult): void {
  save(tx, claim, result, null);
}

export function saveReceipt(tx: Transaction, claim: Claim, receipt: string): void {
  save(tx, claim, { status: NO_STATUS, body: "" }, receipt);
}

function save(tx: Transaction, claim: Claim, result: StoredResult, receipt: string | null): void {
  tx.queryLast(saveKeys, { claim, result, receipt });
}

interface SavedKey {
  claim: Claim;
  result: StoredResult;
  receipt: string | null;
}

const saveKeys: SharedStatement<SavedKey, void> = {
  name: "keep_idempotency_keys",
  run: async (run, keys) => {
    await run(SAVE_KEYS, {
      userIds: keys.map(({ claim }) => claim.scope.userId),
      appIds: keys.map(({ claim }) => claim.scope.appId),
      keys: keys.map(({ claim }) => claim.scope.key),
      fingerprints: keys.map(({ claim }) => claim.fingerprint),
      statuses: keys.map(({ result }) => result.status),
      bodies: keys.map(({ result }) => result.body),
      createdAts: keys.map(({ claim }) => claim.createdAt),
      receipts: keys.map(({ receipt }) => receipt),
    });
    return keys.map(() => undefined);
  },
};

export async function saveOutcome(
  { scope: { userId, appId, key } }: Claim,
  { status, body }: StoredResult,
): Promise<void> {
  await query(SAVE_OUTCOME, { userId, appId, key, status, body });
}
