import type { ErrorCode, ErrorDetails } from "./generated/errors.js";

/** Any JSON value: the type of everything that the description leaves open. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The base of every error that this package throws. */
export class SvcError extends Error {
  override name = "SvcError";
}

/** No response arrived, or it broke off. `maybeExecuted` says whether the service may have carried the request out. */
export class SvcConnectionError extends SvcError {
  override name = "SvcConnectionError";

  constructor(
    message: string,
    readonly maybeExecuted: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export class SvcTimeoutError extends SvcConnectionError {
  override name = "SvcTimeoutError";
}

/** The grant has ended, or the client is not the one it was given to. The person has to approve the app again. */
export class SvcAuthorizationError extends SvcError {
  override name = "SvcAuthorizationError";

  constructor(
    /** The error of RFC 6749, such as `invalid_grant`. */
    readonly error: string,
    message: string,
  ) {
    super(message);
  }
}

export class SvcWebhookError extends SvcError {
  override name = "SvcWebhookError";

  constructor(
    readonly reason: "missing_header" | "timestamp_out_of_range" | "no_matching_signature" | "malformed_body",
    message: string,
  ) {
    super(message);
  }
}

interface Failure {
  status: number;
  code: string;
  message: string;
  requestId: string | undefined;
  details: Json | undefined;
  docsUrl: string | undefined;
  headers: Headers;
}

/** An error response of the service. `hasCode` narrows `details` to what that code carries. */
export class SvcApiError extends SvcError {
  override name = "SvcApiError";
  readonly status: number;
  /** One of `ErrorCode`, a code that is newer than this package, or `unknown` where no envelope came. */
  readonly code: ErrorCode | (string & Record<never, never>);
  readonly requestId: string | undefined;
  readonly details: Json | undefined;
  /** The page that explains the code and says what to do. */
  readonly docsUrl: string | undefined;
  readonly headers: Headers;

  constructor(failure: Failure) {
    super(`${failure.message} (${failure.status} ${failure.code}, request ${failure.requestId ?? "without id"})`);
    this.status = failure.status;
    this.code = failure.code;
    this.requestId = failure.requestId;
    this.details = failure.details;
    this.docsUrl = failure.docsUrl;
    this.headers = failure.headers;
  }

  hasCode<Code extends ErrorCode>(
    code: Code,
  ): this is SvcApiError & { code: Code; details: ErrorDetails[Code] | undefined } {
    return this.code === code;
  }

  /** The wait that the service asks for. */
  get retryAfterMs(): number | undefined {
    const seconds = Number(this.headers.get("retry-after") ?? Number.NaN);
    return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
  }
}

/** Reads the envelope; a proxy's page or an empty body becomes an error with the code `unknown`. */
export function readFailure(response: Response, text: string): SvcApiError {
  const { status, headers } = response;
  const envelope = readEnvelope(text);
  return new SvcApiError({
    status,
    headers,
    code: envelope?.code ?? "unknown",
    message: envelope?.message ?? `The response with status ${status} is not one of the service's errors`,
    requestId: envelope?.requestId ?? headers.get("x-request-id") ?? undefined,
    details: envelope?.details,
    docsUrl: /<([^>]+)>;\s*rel="help"/.exec(headers.get("link") ?? "")?.[1],
  });
}

function readEnvelope(text: string) {
  try {
    const { error } = JSON.parse(text) as {
      error: { code: string; message: string; requestId: string; details?: Json };
    };
    return typeof error.code === "string" ? error : undefined;
  } catch {
    return undefined;
  }
}
