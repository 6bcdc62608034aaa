export const STATUSES = {
  validation_error: 400,
  unauthenticated: 401,
  invalid_api_key: 401,
  expired_api_key: 401,
  revoked_api_key: 401,
  insufficient_scope: 403,
  forbidden: 403,
  not_found: 404,
  room_not_found: 404,
  idempotency_conflict: 409,
  version_conflict: 409,
  webhook_inactive: 409,
  rate_limit_exceeded: 429,
  api_units_exceeded: 429,
  internal_error: 500,
  rate_limit_backend_unavailable: 503,
} as const;
export type ErrorCode = keyof typeof STATUSES;

export interface ErrorExtras {
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
  isAway?: boolean;
}

export class AppError extends Error {
  override name = "AppError";
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly isAway: boolean;

  constructor(
    readonly code: ErrorCode,
    message: string,
    extras: ErrorExtras = {},
  ) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.details = extras.details;
    this.isAway = extras.isAway ?? false;
  }
}

/** An absent and a hidden resource get the same response, built only here. */
export function notFound(): AppError {
  return new AppError("not_found", "The resource does not exist, or this credential cannot see it.");
}

export function roomNotFound(): AppError {
  return new AppError("room_not_found", "The room does not exist, or this credential cannot see it.");
}

/** A write that was cut off may have happened; only its key tells. */
export function unavailable(part: string, cause?: unknown): AppError {
  const message = `The service cannot reach ${part} right now. Retry after the time in Retry-After, and a write with the same Idempotency-Key.`;
  return new AppError("internal_error", message, { isAway: true, cause });
}

export function forbidden(message: string, details?: Readonly<Record<string, unknown>>): AppError {
  return new AppError("forbidden", message, details ? { details } : {});
}

export interface Issue {
  path: string;
  message: string;
}

export function invalid(issues: readonly Issue[], message?: string): AppError {
  const first = issues[0];
  const summary =
    message ?? (first ? `${first.path ? `${first.path}: ` : ""}${first.message}` : "The request is not valid.");
  return new AppError("validation_error", summary, { details: { issues } });
}
