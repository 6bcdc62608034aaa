import { z } from "zod";
import { AppError, type ErrorCode } from "@/lib/platform/errors";

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
] as const;
export type Reason = (typeof REASONS)[number];

export interface WebhookProblem {
  /** As the store names it: name, url, events, customHeaders.<name>; empty when it is the form's. */
  field: string;
  reason: Reason;
}

const Issues = z.object({ issues: z.array(z.object({ path: z.string(), message: z.enum(REASONS) })) });

const BY_CODE: Partial<Record<ErrorCode, Reason>> = {
  not_found: "webhook_gone",
  webhook_inactive: "webhook_inactive",
  rate_limit_exceeded: "too_many_now",
};

/** What the store refused, as reasons that the forms have words for. Anything unforeseen is thrown on. */
export function readProblems(
  error: unknown,
  byCode: Partial<Record<ErrorCode, WebhookProblem>> = {},
): WebhookProblem[] {
  if (!(error instanceof AppError)) throw error;
  const known = byCode[error.code];
  if (known) return [known];
  const reason = BY_CODE[error.code];
  if (reason) return [{ field: "", reason }];
  const parsed = Issues.safeParse(error.details);
  if (!parsed.success) throw error;
  return parsed.data.issues.map(({ path, message }) => ({ field: path, reason: message }));
}
