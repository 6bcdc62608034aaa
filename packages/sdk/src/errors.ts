import type { ErrorCode, ErrorDetails } from "./generated/errors.js";
import { type Json, parseJson } from "./json.js";

/** The base of every error that this package throws. */
export class SvcError extends Error {
  override name = "SvcError";
}

/** No response arrived, or it broke off. `maybeExecuted` says whether the service may have carried the request out. */
export class SvcConnectionError extends SvcError {
  override name = "SvcConnectionError";
  readonly maybeExecuted: boolean = true;
}

export class SvcTimeoutError extends SvcConnectionError {
  override name = "SvcTimeoutError";
}

/** The grant has ended, or the client is not the one it was given to. The person has to approve the app again. */
export class SvcAuthorizationError extends SvcError {
  override name = "SvcAuthorizationError";
  /** `error` is the one of RFC 6749, such as `invalid_grant`. */
  constructor(
    readonly error: string,
    message: string,
  ) {
    super(message);
  }
}

type WebhookProblem = "missing_header" | "timestamp_out_of_range" | "no_matching_signature" | "malformed_body";

export class SvcWebhookError extends SvcError {
  override name = "SvcWebhookError";
  constructor(
    readonly reason: WebhookProblem,
    message: string,
  ) {
    super(message);
  }
}

type Envelope = { error?: { code?: string; message?: string; requestId?: string; details?: Json } };

/** An error response of the service. `hasCode` narrows `details` to what that code carries. */
export class SvcApiError extends SvcError {
  override name = "SvcApiError";
  readonly status: number;
  readonly headers: Headers;
  /** One of `ErrorCode`, a code that is newer than this package, or `unknown` where no envelope came. */
  readonly code: ErrorCode | (string & Record<never, never>);
  readonly requestId: string | undefined;
  readonly details: Json | undefined;
  /** The page that explains the code and says what to do. */
  readonly docsUrl: string | undefined;

  /** `text` is the body: the envelope, or a proxy's page. */
  constructor({ status, headers }: Pick<Response, "status" | "headers">, text: string) {
    const { code = "unknown", message, requestId, details } = parseJson<Envelope | null>(text)?.error ?? {};
    const id = requestId ?? headers.get("x-request-id") ?? undefined;
    const problem = message ?? `The response with status ${status} is not one of the service's errors`;
    super(`${problem} (${status} ${code}, request ${id ?? "without id"})`);
    this.status = status;
    this.headers = headers;
    this.code = code;
    this.requestId = id;
    this.details = details;
    this.docsUrl = /<([^>]+)>;\s*rel="help"/.exec(headers.get("link") ?? "")?.[1];
  }

  hasCode<Code extends ErrorCode>(code: Code): this is this & { code: Code; details: ErrorDetails[Code] | undefined } {
    return this.code === code;
  }

  /** The wait that the service asks for. */
  get retryAfterMs(): number | undefined {
    const seconds = Number(this.headers.get("retry-after") ?? Number.NaN);
    return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
  }
}
