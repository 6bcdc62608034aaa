import { SvcApiError, SvcConnectionError, type SvcError } from "./errors.js";

export interface RetryPolicy {
  maxRetries: number;
  maxWaitMs: number;
  /** A read, or a write under an idempotency key: sent twice, it is done once. */
  isRepeatable: boolean;
}

/** An original that is still running is waited for longer than a failure is tried again. */
const IN_PROGRESS_RETRIES = 10;
const BASE_DELAY_MS = 250;
const MAX_BACKOFF_MS = 8_000;

/** The wait before the next attempt, or undefined where another attempt would not help. */
export function computeRetryDelay(error: SvcError, attempt: number, policy: RetryPolicy): number | undefined {
  const failure = error instanceof SvcApiError ? error : undefined;
  const isInProgress = failure?.hasCode("idempotency_conflict") && failure.details?.reason === "in_progress";
  const retries = isInProgress && policy.maxRetries > 0 ? IN_PROGRESS_RETRIES : policy.maxRetries;
  if (attempt > retries || !(isInProgress || isTransient(error, policy))) return undefined;
  const asked = failure?.retryAfterMs;
  // Callers that were refused together come back apart.
  const backOff = Math.min(MAX_BACKOFF_MS, BASE_DELAY_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  const wait = asked === undefined ? backOff : asked + Math.random() * BASE_DELAY_MS;
  return wait <= policy.maxWaitMs ? wait : undefined;
}

function isTransient(error: SvcError, { isRepeatable }: RetryPolicy): boolean {
  if (error instanceof SvcConnectionError) return isRepeatable || !error.maybeExecuted;
  if (!(error instanceof SvcApiError)) return false;
  // Refused before anything was done: every request may be sent again. The units of the month return only with the month.
  if (error.code === "rate_limit_exceeded" || error.status === 503) return true;
  return isRepeatable && [408, 500, 502, 504].includes(error.status);
}
