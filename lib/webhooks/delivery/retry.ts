import { WEBHOOK_ATTEMPTS_MAX, WEBHOOK_BACKOFF_BASE_MS } from "../../platform/limits";

/** §2: the values of `error`. */
export const ATTEMPT_ERRORS = [
  "redirect",
  "gone",
  "http_status",
  "timeout",
  "connection_failed",
  "dns_failed",
  "tls_failed",
  "target_refused",
  "api_units_exceeded",
  "secret_unreadable",
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

export type AttemptOutcome = { statusCode: number; error: null } | { statusCode: number | null; error: AttemptError };

export function classifyStatus(statusCode: number): AttemptError | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode >= 300 && statusCode < 400) return "redirect";
  return statusCode === 410 ? "gone" : "http_status";
}

/** §6: 408, 429, 5xx and network failures. Every other status stops at once. */
export function isRetriable({ statusCode, error }: AttemptOutcome): boolean {
  switch (error) {
    case null:
    case "redirect":
    case "gone":
    case "target_refused":
    case "api_units_exceeded":
    case "secret_unreadable":
      return false;
    case "http_status":
      return statusCode === 408 || statusCode === 429 || (statusCode ?? 0) >= 500;
    case "timeout":
    case "connection_failed":
    case "dns_failed":
    case "tls_failed":
      return true;
  }
}

/** §6: 2, 4 and 8 s after the first, second and third attempt. */
export function planRetry(outcome: AttemptOutcome, attempt: number, isSingle: boolean, now: Date): Date | null {
  if (isSingle || attempt >= WEBHOOK_ATTEMPTS_MAX || !isRetriable(outcome)) return null;
  return new Date(now.getTime() + WEBHOOK_BACKOFF_BASE_MS * 2 ** (attempt - 1));
}
