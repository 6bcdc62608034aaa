import { sha256 } from "../../platform/crypto";
import { AppError } from "../../platform/errors";
import { IDEMPOTENCY_RETENTION_MS } from "../../platform/limits";

/** An API key is both user and app of its keys. */
export interface IdempotencyScope {
  userId: string;
  appId: string;
  key: string;
}

export function nameKey({ userId, appId, key }: IdempotencyScope): string {
  return `${userId}\n${appId}\n${key}`;
}

export interface KeyedRequest {
  method: string;
  path: string;
  body: unknown;
}

export interface StoredResult {
  status: number;
  body: string;
}

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

export function checkStoredResult<Stored extends { fingerprint: Buffer; createdAt: Date }>(
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
    "A request with this Idempotency-Key is still running. Wait for its response.",
  );
}

function idempotencyConflict(reason: "in_progress" | "mismatch" | "result_unavailable", message: string): AppError {
  return new AppError("idempotency_conflict", message, { details: { reason } });
}
