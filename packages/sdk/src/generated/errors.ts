// Generated from public/openapi.json by `npm run sdk`. Do not edit.
export type BurstDetails = {
  kind: "burst";
  /**
   * - `endpoint`: Writes, or tool calls, of one actor.
   * - `api_key`: All requests with one API key.
   * - `actor`: All requests of one person, app or agent.
   * - `user`: All requests that one person pays for.
   * - `organization`: All requests that one organization pays for.
   */
  scope: string;
  retryAfterSeconds: number;
};
export type MonthlyUnitsDetails = {
  kind: "monthly_units";
  /** The key's own limit. Absent: its owner's limit */
  scope?: "key";
  limit: number;
  remaining: number;
  resetAt: string;
};
export type RefusalDetails = {
  /**
   * - `organization_suspended`: The organization of the credential is suspended.
   * - `account_suspended`: The account of the person is suspended.
   * - `address_not_allowed`: The API key may not be used from this address.
   */
  reason?: string;
  /**
   * - `abuse`: The use of the service harmed others.
   * - `compromised`: Someone else may use the account’s credentials.
   * - `payment`: Invoices are open.
   * - `terms`: The use of the service broke its terms.
   * - `requested`: An owner of the account requested it.
   */
  cause?: string;
};
export type RepetitionDetails = {
  /**
   * - `in_progress`: The first request with this key is still running.
   * - `mismatch`: The key was used with another body, path or method.
   * - `result_unavailable`: The key is so old that its result is no longer kept.
   */
  reason: "in_progress" | "mismatch" | "result_unavailable" | (string & Record<never, never>);
};
export type ScopeDetails = {
  /**
   * - `me:read`: See your name, email address and language
   * - `organizations:read`: See the organization’s name and description
   * - `rooms:read`: See your rooms and who is in them
   * - `rooms:write`: Change the settings of rooms
   * - `messages:read`: Read messages in your rooms
   * - `messages:write`: Post messages in your name
   * - `tasks:read`: See tasks in your rooms
   * - `tasks:write`: Create and change tasks in your name
   * - `records:read`: Read records (meeting minutes) in your rooms
   * - `records:write`: Create records in your name, and change those that you created
   * - `files:read`: See and download files in your rooms
   * - `files:write`: Upload files in your name
   * - `webhooks:read`: See what the webhooks of rooms that you manage delivered
   * - `webhooks:write`: Send webhook deliveries of rooms that you manage again
   * - `events:read`: Read the list of event types and the event log of rooms
   * - `mcp:tools`: Use the tools of the tool endpoint, within the other permissions here
   * - `agent:invoke`: Start agent runs through connectors in this service. It opens nothing in the API or the tools
   */
  requiredScope: string;
};
export type SizeDetails = { limit: number; unit: "bytes" };
export type ValidationDetails = { issues?: Array<Issue> };
export type VersionDetails = { currentVersion: number };
export type Issue = { path: string; message: string };
/** The details of a response with each code. */
export interface ErrorDetails {
  /** The units of this month are used up, or fewer are left than the request costs. */
  api_units_exceeded: MonthlyUnitsDetails;
  /** The API key has passed its expiry date. */
  expired_api_key: undefined;
  /** The caller is known and can see the resource, but may not do this. */
  forbidden: RefusalDetails;
  /** The Idempotency-Key was used before, and the earlier request decides what happens now. Nothing was written twice. */
  idempotency_conflict: RepetitionDetails;
  /** The credential is valid, but lacks the scope that the operation requires. */
  insufficient_scope: ScopeDetails;
  /** An error of the service. The request may or may not have been done. */
  internal_error: undefined;
  /** The API key is unknown to this service. */
  invalid_api_key: undefined;
  /** The resource does not exist, or this credential cannot see it. Both look the same on purpose. */
  not_found: undefined;
  /** The service cannot count limits at the moment, so it refuses requests rather than let them pass uncounted. */
  rate_limit_backend_unavailable: undefined;
  /** Rate limit reached. It resets at the start of the next minute. */
  rate_limit_exceeded: BurstDetails;
  /** The API key was revoked. Nobody can restore it. */
  revoked_api_key: undefined;
  /** The room does not exist, or this credential cannot see it. Both look the same on purpose. */
  room_not_found: undefined;
  /** The request carries no credential that this service can read. */
  unauthenticated: undefined;
  /** The request does not have the form that the operation expects, so nothing was done. */
  validation_error: ValidationDetails | SizeDetails;
  /** Another writer changed the resource since it was read, so the change was refused. */
  version_conflict: VersionDetails;
  /** The webhook is inactive, so nothing was sent. */
  webhook_inactive: undefined;
}
export type ErrorCode = keyof ErrorDetails;
