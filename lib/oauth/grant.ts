export type GrantState = "active" | "expired" | "revoked";

/** The origin of a change, as the front door saw it. */
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

interface AppRow {
  id: string;
  name: string;
  developerName: string;
  websiteUrl: string | null;
  actorType: "USER" | "AGENT";
  allowedScopes: string[];
}

interface GrantRow {
  id: string;
  app: AppRow;
  /** Without an organization: the person's own area. */
  billingEntity: { organization: { name: string } | null };
  scopes: string[];
  audience: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedReason: string | null;
  leakUrl: string | null;
}

/** A grant as its person sees it. */
export interface GrantSummary {
  id: string;
  app: Pick<AppRow, "id" | "name" | "developerName" | "websiteUrl"> & { isAgent: boolean };
  organizationName: string | null;
  /** Without those that an administrator has taken from the app since. */
  scopes: string[];
  audience: string;
  grantedAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  state: GrantState;
  endedAt: string | null;
  /** null for an active or expired grant. */
  reason: RevocationReason | null;
  /** The page on which a leaked token was found, if the scanner names it. */
  leakUrl: string | null;
}

export function presentGrant({ app, billingEntity, ...row }: GrantRow, now: Date): GrantSummary {
  const state = row.revokedAt ? "revoked" : row.expiresAt <= now ? "expired" : "active";
  const endedAt = row.revokedAt ?? (state === "expired" ? row.expiresAt : null);
  const { id, name, developerName, websiteUrl, actorType, allowedScopes } = app;
  return {
    id: row.id,
    app: { id, name, developerName, websiteUrl, isAgent: actorType === "AGENT" },
    organizationName: billingEntity.organization?.name ?? null,
    scopes: row.scopes.filter((scope) => allowedScopes.includes(scope)),
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
