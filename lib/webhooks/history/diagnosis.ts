import { WEBHOOK_ATTEMPT_TIMEOUT_MS, WEBHOOK_ATTEMPTS_MAX } from "../../platform/limits";
import type { WebhookDelivery } from "../delivery/delivery";
import { ATTEMPT_ERRORS, isRetriable } from "../delivery/retry";

const NO_RESPONSE = [
  "dns_failed",
  "tls_failed",
  "timeout",
  "connection_failed",
  "target_refused",
  "api_units_exceeded",
  "secret_unreadable",
] as const;

export const DIAGNOSES = [
  "delivered",
  "delivered_slowly",
  ...NO_RESPONSE,
  "redirect",
  "bad_request",
  "unauthorized",
  "not_found",
  "method_not_allowed",
  "request_timeout",
  "gone",
  "too_large",
  "unsupported_type",
  "rate_limited",
  "client_error",
  "server_error",
  "overloaded",
  "unexpected",
] as const;
export type Diagnosis = (typeof DIAGNOSES)[number];

const SLOW_MS = WEBHOOK_ATTEMPT_TIMEOUT_MS / 2;

const BY_STATUS: Readonly<Record<number, Diagnosis>> = {
  400: "bad_request",
  401: "unauthorized",
  403: "unauthorized",
  404: "not_found",
  405: "method_not_allowed",
  408: "request_timeout",
  410: "gone",
  413: "too_large",
  415: "unsupported_type",
  422: "bad_request",
  429: "rate_limited",
  502: "overloaded",
  503: "overloaded",
  504: "overloaded",
};

type Outcome = Pick<WebhookDelivery, "success" | "statusCode" | "error" | "durationMs">;

export function diagnose({ success, statusCode, error, durationMs }: Outcome): Diagnosis {
  if (success) return (durationMs ?? 0) > SLOW_MS ? "delivered_slowly" : "delivered";
  if (statusCode === null) return NO_RESPONSE.find((name) => name === error) ?? "unexpected";
  if (statusCode >= 300 && statusCode < 400) return "redirect";
  const known = BY_STATUS[statusCode];
  if (known) return known;
  if (statusCode >= 400 && statusCode < 500) return "client_error";
  return statusCode >= 500 ? "server_error" : "unexpected";
}

const UNSENT: readonly Diagnosis[] = ["dns_failed", "target_refused", "api_units_exceeded"];

export function wasSent(outcome: Outcome): boolean {
  return !UNSENT.includes(diagnose(outcome));
}

const OF_THE_URL: readonly Diagnosis[] = ["target_refused", "dns_failed", "redirect", "not_found", "gone"];

export function isMendedByUrl(outcome: Outcome): boolean {
  return OF_THE_URL.includes(diagnose(outcome));
}

export type RetryForecast = "retrying" | "exhausted" | "single" | "stopped";

export function forecastRetry(
  attempt: Outcome & Pick<WebhookDelivery, "attempt" | "nextRetryAt">,
): RetryForecast | null {
  if (attempt.success) return null;
  if (attempt.nextRetryAt !== null) return "retrying";
  const error = ATTEMPT_ERRORS.find((known) => known === attempt.error);
  if (error === undefined || !isRetriable({ statusCode: attempt.statusCode, error })) return "stopped";
  return attempt.attempt >= WEBHOOK_ATTEMPTS_MAX ? "exhausted" : "single";
}
