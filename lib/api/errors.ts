import { AppError, type ErrorCode } from "../platform/errors";

/** §7: the one place that knows which status a code has. */
const STATUS: Record<ErrorCode, number> = {
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
};

export function statusOf(code: ErrorCode): number {
  return STATUS[code];
}

/** An error with a status that its code alone does not tell: too large (413, 414, 431), 405, 408. */
export class HttpError extends AppError {
  override name = "HttpError";

  constructor(
    readonly status: number,
    code: ErrorCode,
    message: string,
    details?: Readonly<Record<string, unknown>>,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code, message, details ? { details } : {});
  }
}

export function tooLarge(status: 413 | 414 | 431, what: string, limit: number): HttpError {
  const headers: Record<string, string> = status === 413 ? { connection: "close" } : {};
  return new HttpError(
    status,
    "validation_error",
    `${what} is larger than ${limit} bytes.`,
    { limit, unit: "bytes" },
    headers,
  );
}

/** A body that has room once its `\uXXXX` escapes are written as UTF-8. */
export function escapedTooLarge(size: number, unescapedSize: number, limit: number): HttpError {
  const message = `The body has ${size} bytes, and ${limit} are allowed. Without its \\u escapes it would have ${unescapedSize}: send the text as UTF-8, unescaped.`;
  return new HttpError(413, "validation_error", message, { limit, unit: "bytes", size, unescapedSize });
}

export interface Failure {
  status: number;
  code: ErrorCode;
  message: string;
  details: Readonly<Record<string, unknown>> | undefined;
  headers: Readonly<Record<string, string>>;
}

/** The public side of any error. Unknown ones become `internal_error`; the log has the rest. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof AppError) {
    const isHttp = error instanceof HttpError;
    return {
      status: isHttp ? error.status : statusOf(error.code),
      code: error.code,
      message: error.message,
      details: error.details,
      headers: isHttp ? error.headers : {},
    };
  }
  const message = "Something went wrong on our side. The request id finds it in our log.";
  return { status: 500, code: "internal_error", message, details: undefined, headers: {} };
}
