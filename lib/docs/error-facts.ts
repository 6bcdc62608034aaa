import { stillRunning } from "../api/idempotency/idempotency";
import type { OAuthErrorCode } from "../oauth/server/oauth-error";
import { type ErrorCode, invalid, notFound, roomNotFound } from "../platform/errors";
import { API_KEY_BURST_PER_MINUTE, MONTHLY_UNITS_MIN, TASK_TITLE_MAX_LENGTH } from "../platform/limits";

/** A test compares this with the client libraries. */
export type Retry = "never" | "waits" | "repeatable" | "inProgress";

interface ErrorFacts {
  retry: Retry;
  message: string;
  details?: Readonly<Record<string, unknown>>;
}

const TITLE_ISSUE = {
  path: "title",
  message: `must have at most ${TASK_TITLE_MAX_LENGTH} characters, and has ${TASK_TITLE_MAX_LENGTH + 14}`,
};

export const ERROR_FACTS: Readonly<Record<ErrorCode, ErrorFacts>> = {
  validation_error: {
    retry: "never",
    message: invalid([TITLE_ISSUE]).message,
    details: { issues: [TITLE_ISSUE] },
  },
  unauthenticated: {
    retry: "never",
    message: "No credential was sent. Send an API key or an access token as a bearer token.",
  },
  invalid_api_key: {
    retry: "never",
    message: "This API key is unknown. Check that you copied all of it and that it belongs to this environment.",
  },
  expired_api_key: {
    retry: "never",
    message: "This API key has expired. Create a new key with the same owner and scopes.",
  },
  revoked_api_key: {
    retry: "never",
    message: "This API key was revoked. Create a new key with the same owner and scopes.",
  },
  insufficient_scope: {
    retry: "never",
    message: "This credential lacks the scope tasks:write.",
    details: { requiredScope: "tasks:write" },
  },
  forbidden: {
    retry: "never",
    message: "Guests have read-only access to this room. Writing requires the member role.",
  },
  not_found: { retry: "never", message: notFound().message },
  room_not_found: { retry: "never", message: roomNotFound().message },
  idempotency_conflict: {
    retry: "inProgress",
    message: stillRunning().message,
    details: { reason: "in_progress" },
  },
  version_conflict: {
    retry: "never",
    message: "The task has changed: its version is now 4. Read it again and send the change with that version.",
    details: { currentVersion: 4 },
  },
  webhook_inactive: {
    retry: "never",
    message: "The webhook is inactive. Activate it, then redeliver.",
  },
  rate_limit_exceeded: {
    retry: "waits",
    message: `More than ${API_KEY_BURST_PER_MINUTE} requests in this minute. Wait 21 s.`,
    details: { kind: "burst", scope: "api_key", retryAfterSeconds: 21 },
  },
  api_units_exceeded: {
    retry: "never",
    message: "This month's units are used up. They reset on 2026-07-01T00:00:00.000Z.",
    details: { kind: "monthly_units", limit: MONTHLY_UNITS_MIN, remaining: 0, resetAt: "2026-07-01T00:00:00.000Z" },
  },
  internal_error: {
    retry: "repeatable",
    message: "Something went wrong on our side. The request ID finds it in our log.",
  },
  rate_limit_backend_unavailable: {
    retry: "waits",
    message: "Limits cannot be checked right now, so nothing was done. Try again shortly.",
  },
};

const REQUEST_ID = "req_01jx8w6a00s2hfq7c5v9m3k1td";

export function buildErrorExample(code: ErrorCode) {
  const { message, details } = ERROR_FACTS[code];
  return { error: { code, message, requestId: REQUEST_ID, ...(details ? { details } : {}) } };
}

export const OAUTH_ERROR_EXAMPLE = {
  error: "invalid_grant",
  error_description:
    "The refresh token was used before: a second holder was seen. All tokens of its family have been revoked.",
} as const;

/** A record lets the compiler find a name without a text. */
const OAUTH_ERRORS: Readonly<Record<OAuthErrorCode, true>> = {
  invalid_request: true,
  invalid_client: true,
  invalid_grant: true,
  invalid_scope: true,
  invalid_target: true,
  unsupported_grant_type: true,
  unsupported_response_type: true,
  request_not_supported: true,
  request_uri_not_supported: true,
  access_denied: true,
  server_error: true,
  temporarily_unavailable: true,
};
export const OAUTH_ERROR_NAMES = Object.keys(OAUTH_ERRORS) as readonly OAuthErrorCode[];
