export type GrantState = "active" | "expired" | "revoked";

export interface Cause {
  address: string | null;
  userAgent: string | null;
}

export const REVOCATION_REASONS = [
  "user",
  "client",
  "refresh_reuse",
  "code_replay",
  "superseded",
  "app_deactivated",
  "left_organization",
  "leaked",
] as const;
export type RevocationReason = (typeof REVOCATION_REASONS)[number];
