import { type Problem, readProblems } from "@/app/_ui/read-problems";
import type { ErrorCode } from "@/lib/platform/errors";

export const REASONS = [
  "name_missing",
  "name_too_long",
  "name_unreadable",
  "room_unknown",
  "url_missing",
  "url_too_long",
  "url_invalid",
  "url_scheme",
  "url_credentials",
  "target_unresolved",
  "target_private",
  "target_forbidden",
  "target_own_service",
  "events_missing",
  "event_unknown",
  "header_name_invalid",
  "header_reserved",
  "header_transport",
  "header_twice",
  "header_value_invalid",
  "header_value_too_long",
  "headers_too_many",
  "webhooks_too_many",
  "already_v2",
  "confirmation_mismatch",
  "rotation_running",
  "rotation_missing",
  "rotation_days_invalid",
  "webhook_inactive",
  "webhook_gone",
  "attempt_gone",
  "payload_unreadable",
  "too_many_now",
  "too_fast",
] as const;
export type Reason = (typeof REASONS)[number];

/** Fields as the store names them: name, url, events, customHeaders.<name>; empty when it is the form's. */
export type WebhookProblem = Problem<Reason>;

const BY_CODE: Partial<Record<ErrorCode, WebhookProblem>> = {
  not_found: { field: "", reason: "webhook_gone" },
  webhook_inactive: { field: "", reason: "webhook_inactive" },
  rate_limit_exceeded: { field: "", reason: "too_fast" },
};

export function readWebhookProblems(
  error: unknown,
  byCode: Partial<Record<ErrorCode, WebhookProblem>> = {},
): WebhookProblem[] {
  return readProblems(error, REASONS, { ...BY_CODE, ...byCode });
}

/** For redeliveries and tests, whose limit is that of deliveries (§8). */
export const DELIVERY_LIMIT: Partial<Record<ErrorCode, WebhookProblem>> = {
  rate_limit_exceeded: { field: "", reason: "too_many_now" },
};
