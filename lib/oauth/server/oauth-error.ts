/** From RFC 6749, RFC 8707 and OpenID Connect. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "access_denied"
  | "server_error"
  | "temporarily_unavailable";

/** The OAuth endpoints respond with it in place of the envelope (RFC 6749 §5.2). */
export class OAuthProblem extends Error {
  override name = "OAuthProblem";

  constructor(
    readonly code: OAuthErrorCode,
    description: string,
    readonly status = 400,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(description);
  }
}
