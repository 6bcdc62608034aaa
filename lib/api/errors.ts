import { z } from "zod";
import { isDatabaseAway } from "../db/database-away";
import { AppError, type ErrorCode, STATUSES, unavailable } from "../platform/errors";
import { BACKEND_RETRY_AFTER_SECONDS } from "../platform/limits";

export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

export function statusOf(code: ErrorCode): number {
  return STATUSES[code];
}

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

export function methodNotAllowed(method: string, allow: string): HttpError {
  const offered = allow.split(", ").filter((name) => name !== "OPTIONS");
  const use = offered.join(", ").replace(/, (?=[^,]*$)/, " or ");
  return new HttpError(405, "validation_error", `Method ${method} is not allowed. Use ${use}.`, undefined, { allow });
}

export function tooLarge(status: 413 | 414 | 431, what: string, limit: number): HttpError {
  const details = { limit, unit: "bytes" };
  const headers: Record<string, string> = status === 413 ? { connection: "close" } : {};
  return new HttpError(status, "validation_error", `${what} is larger than ${limit} bytes.`, details, headers);
}

export function escapedTooLarge(size: number, unescapedSize: number, limit: number): HttpError {
  const message = `The body has ${size} bytes, and ${limit} are allowed. Without its \\u escapes it would have ${unescapedSize}: send the text as UTF-8, unescaped.`;
  return new HttpError(413, "validation_error", message, { limit, unit: "bytes", size, unescapedSize });
}

const UNEXPECTED = "Something went wrong on our side. The request ID finds it in our log.";

export type Failure = Pick<HttpError, "status" | "code" | "message" | "details" | "headers">;

export function describeFailure(error: unknown): Failure {
  if (error instanceof HttpError) return error;
  if (isDatabaseAway(error)) return describeFailure(unavailable("its database"));
  if (!(error instanceof AppError)) return describeFailure(new AppError("internal_error", UNEXPECTED));
  const { code, message, details } = error;
  if (error.isAway)
    return { status: 503, code, message, details, headers: { "retry-after": String(BACKEND_RETRY_AFTER_SECONDS) } };
  return { status: statusOf(code), code, message, details, headers: {} };
}
