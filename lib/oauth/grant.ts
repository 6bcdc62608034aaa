export type GrantState = "active" | "expired" | "revoked";

/** Who caused it, as the front door saw them. */
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

export interface GrantRow {
  id: string;
  appId: string;
  appName: string;
  developerName: string;
  websiteUrl: string | null;
  isAgent: boolean;
  /** null: the person's own area. */
  organizationName: string | null;
  scopes: string[];
  allowedScopes: string[];
  audience: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedReason: string | null;
  leakUrl: string | null;
}

/** What a person sees of what they have granted. */
export interface GrantSummary {
  id: string;
  app: { id: string; name: string; developerName: string; websiteUrl: string | null; isAgent: boolean };
  organizationName: string | null;
  /** What the app can still do: an administrator may have taken a scope from it since. */
  scopes: string[];
  audience: string;
  grantedAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  state: GrantState;
  endedAt: string | null;
  /** Why it was revoked; null for one that lives or that has run out. */
  reason: RevocationReason | null;
  /** Where a leaked token was found, if the scanner says so. */
  leakUrl: string | null;
}

export function presentGrant(row: GrantRow, now: Date): GrantSummary {
  const state = row.revokedAt ? "revoked" : row.expiresAt <= now ? "expired" : "active";
  const endedAt = row.revokedAt ?? (state === "expired" ? row.expiresAt : null);
  return {
    id: row.id,
    app: {
      id: row.appId,
      name: row.appName,
      developerName: row.developerName,
      websiteUrl: row.websiteUrl,
      isAgent: row.isAgent,
    },
    organizationName: row.organizationName,
    scopes: row.scopes.filter((scope) => row.allowedScopes.includes(scope)),
    audience: row.audience,
    grantedAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    state,
    endedAt: endedAt?.toISOString() ?? null,
    reason: REVOCATION_REASONS.find((reason) => reason === row.revokedReason) ?? null,
    leakUrl: row.leakUrl,
  };
}
