import type { Prisma } from "../../prisma/client/client";

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

/** Without an organization the billing entity is the person's own area. */
export const GRANT_FACTS = {
  app: true,
  billingEntity: { select: { organization: { select: { name: true } } } },
} as const satisfies Prisma.OAuthGrantInclude;

type GrantRow = Prisma.OAuthGrantGetPayload<{ include: typeof GRANT_FACTS }>;

/** A grant as its person sees it. */
export type GrantSummary = ReturnType<typeof presentGrant>;

export function presentGrant({ app, billingEntity, ...row }: GrantRow, now: Date) {
  const state: GrantState = row.revokedAt ? "revoked" : row.expiresAt <= now ? "expired" : "active";
  const endedAt = row.revokedAt ?? (state === "expired" ? row.expiresAt : null);
  const { id, name, developerName, websiteUrl, actorType, allowedScopes } = app;
  return {
    id: row.id,
    app: { id, name, developerName, websiteUrl, isAgent: actorType === "AGENT" },
    organizationName: billingEntity.organization?.name ?? null,
    // Without those that an administrator has taken from the app since.
    scopes: row.scopes.filter((scope) => allowedScopes.includes(scope)),
    audience: row.audience,
    grantedAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    state,
    endedAt: endedAt?.toISOString() ?? null,
    /** null for an active or expired grant. */
    reason: REVOCATION_REASONS.find((reason) => reason === row.revokedReason) ?? null,
    /** The page on which a leaked token was found, if the scanner names it. */
    leakUrl: row.leakUrl,
  };
}
