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
