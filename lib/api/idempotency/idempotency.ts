import { sha256 } from "../../platform/crypto";
import { AppError } from "../../platform/errors";
import { IDEMPOTENCY_RETENTION_MS } from "../../platform/limits";

/** The owner of a key: the acting user through one OAuth app. For an API key both are its own id. */
export interface IdempotencyScope {
  userId: string;
  appId: string;
  key: string;
}

export function nameKey({ userId, appId, key }: IdempotencyScope): string {
  return `${userId}\n${appId}\n${key}`;
}

/** The request that a key is sent with. */
export interface KeyedRequest {
  method: string;
  path: string;
  /** Validated. */
  body: unknown;
}

/** The response to the request that took a key. */
export interface StoredResult {
  status: number;
  body: string;
}

/** Two requests are the same when method, path and body are, in any order of its members. */
export function fingerprintOf({ method, path, body }: KeyedRequest): Buffer {
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

/** §3: returns the stored result, or throws the reason why it cannot be replayed. */
export function judgeResult<Stored extends { fingerprint: Buffer; createdAt: Date }>(
  stored: Stored,
  fingerprint: Buffer,
  at: Date,
): Stored {
  if (at.getTime() - stored.createdAt.getTime() >= IDEMPOTENCY_RETENTION_MS) {
    throw idempotencyConflict(
      "result_unavailable",
      "This Idempotency-Key was used more than 24 hours ago. Use a new key for a new write.",
    );
  }
  if (!stored.fingerprint.equals(fingerprint)) {
    throw idempotencyConflict(
      "mismatch",
      "This Idempotency-Key was used for a different request. Use a new key for a new write.",
    );
  }
  return stored;
}

export function stillRunning(): AppError {
  return idempotencyConflict(
    "in_progress",
    "A request with this Idempotency-Key is still running. Wait for its answer.",
  );
}

function idempotencyConflict(reason: "in_progress" | "mismatch" | "result_unavailable", message: string): AppError {
  return new AppError("idempotency_conflict", message, { details: { reason } });
}
