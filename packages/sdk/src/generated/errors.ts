// Generated from public/openapi.json by `npm run sdk`. Do not edit.
export type BurstDetails = { kind: "burst"; scope: string; retryAfterSeconds: number };
export type MonthlyUnitsDetails = { kind: "monthly_units"; limit: number; remaining: number; resetAt: string };
export type RepetitionDetails = {
  reason: "in_progress" | "mismatch" | "result_unavailable" | (string & Record<never, never>);
};
export type SizeDetails = { limit: number; unit: "bytes" };
export type ValidationDetails = { issues?: Array<Issue> };
export type VersionDetails = { currentVersion: number };
export type Issue = { path: string; message: string };
/** The details of a response with each code. */
export interface ErrorDetails {
  api_units_exceeded: MonthlyUnitsDetails;
  expired_api_key: undefined;
  forbidden: undefined;
  idempotency_conflict: RepetitionDetails;
  insufficient_scope: undefined;
  internal_error: undefined;
  invalid_api_key: undefined;
  not_found: undefined;
  rate_limit_backend_unavailable: undefined;
  rate_limit_exceeded: BurstDetails;
  revoked_api_key: undefined;
  room_not_found: undefined;
  unauthenticated: undefined;
  validation_error: ValidationDetails | SizeDetails;
  version_conflict: VersionDetails;
  webhook_inactive: undefined;
}
export type ErrorCode = keyof ErrorDetails;
