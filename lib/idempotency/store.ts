import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import type { Transaction } from "../platform/db";
import { AppError } from "../platform/errors";
import { IDEMPOTENCY_RETENTION_MS } from "../platform/limits";

/** Whose key it is: the acting user, through one OAuth app. */
export interface IdempotencyScope {
  userId: string;
  appId: string;
  key: string;
}

export interface StoredResult {
  status: number;
  body: string;
}

interface Row {
  fingerprint: Buffer;
  response_status: number;
  response_body: string;
  created_at: Date;
}

/** What makes two requests the same: method, path and the validated body with its members in one order. */
export function fingerprint(method: string, path: string, body: unknown): Buffer {
  return sha256(`${method} ${path}\n${canonicalize(body)}`);
}

function canonicalize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(",")}]`;
  if (value === null || typeof value !== "object" || value instanceof Date) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalize(member)}`).join(",")}}`;
}

/**
 * Takes the key for the rest of this transaction, or says why not. The lock is the transaction's own: whatever ends
 * it, a crash too, frees the key, and nobody has to clean up.
 */
export async function claimKey(tx: Transaction, scope: IdempotencyScope, print: Buffer): Promise<StoredResult | null> {
  const lock = sha256(`${scope.userId}\n${scope.appId}\n${scope.key}`).readBigInt64BE(0);
  const [taken] = await tx.sql<{ taken: boolean }>(
    "lock_idempotency_key",
    "SELECT pg_try_advisory_xact_lock($1) AS taken",
    [lock],
  );
  if (!taken?.taken)
    throw conflict("in_progress", "A request with this Idempotency-Key is still running. Wait for its answer.");
  const [row] = await tx.sql<Row>(
    "find_idempotency_key",
    `SELECT fingerprint, response_status, response_body, created_at FROM idempotency_keys
     WHERE user_id = $1 AND app_id = $2 AND key = $3`,
    [scope.userId, scope.appId, scope.key],
  );
  if (!row) return null;
  if (now().getTime() - row.created_at.getTime() >= IDEMPOTENCY_RETENTION_MS) {
    throw conflict(
      "result_unavailable",
      "This Idempotency-Key was used more than 24 hours ago. Use a new key for a new write.",
    );
  }
  if (!row.fingerprint.equals(print)) {
    throw conflict("mismatch", "This Idempotency-Key was used for a different request. Use a new key for a new write.");
  }
  return { status: row.response_status, body: row.response_body };
}

export async function keepResult(
  tx: Transaction,
  scope: IdempotencyScope,
  print: Buffer,
  result: StoredResult,
): Promise<void> {
  await tx.sql(
    "keep_idempotency_result",
    `INSERT INTO idempotency_keys (user_id, app_id, key, fingerprint, response_status, response_body, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [scope.userId, scope.appId, scope.key, print, result.status, result.body, now()],
  );
}

function conflict(reason: "in_progress" | "mismatch" | "result_unavailable", message: string): AppError {
  return new AppError("idempotency_conflict", message, { details: { reason } });
}
