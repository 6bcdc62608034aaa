import type { Prisma } from "../../../prisma/client/client";
import { REFERENCE_CLIENT_ID } from "../../accounts/sessions/end-session";
import { prisma } from "../../db/prisma";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { isId } from "../../platform/ids";
import { type GrantState, REVOCATION_REASONS } from "./grant";
import { foldTimeline, type GrantEvent, type TimelineEntry } from "./timeline";

declare const proof: unique symbol;
export interface GrantAccess {
  readonly [proof]: "grant";
  readonly userId: string;
  readonly billingEntityId: string;
  readonly grant: GrantSummary;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const ENDED_SHOWN_DAYS = 90;
const LISTED_GRANTS_MAX = 200;
const LISTED_EVENTS_MAX = 1_000;

const GRANT_FACTS = {
  app: true,
  billingEntity: { select: { organization: { select: { name: true } } } },
} as const satisfies Prisma.OAuthGrantInclude;

type GrantRow = Prisma.OAuthGrantGetPayload<{ include: typeof GRANT_FACTS }>;

export type GrantSummary = ReturnType<typeof presentGrant>;

function presentGrant({ app, billingEntity, ...row }: GrantRow, now: Date) {
  const state: GrantState = row.revokedAt ? "revoked" : row.expiresAt <= now ? "expired" : "active";
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

export async function listGrants(userId: string): Promise<GrantSummary[]> {
  const at = now();
  const since = new Date(at.getTime() - ENDED_SHOWN_DAYS * DAY_MS);
  const grants = await prisma().oAuthGrant.findMany({
    where: {
      userId,
      expiresAt: { gt: since },
      OR: [{ revokedAt: null }, { revokedAt: { gt: since } }],
      // The API reference creates a grant every five minutes of use; the audit log keeps the ended ones.
      NOT: { app: { clientId: REFERENCE_CLIENT_ID }, expiresAt: { lte: at } },
    },
    include: GRANT_FACTS,
    orderBy: { id: "desc" },
    take: LISTED_GRANTS_MAX,
  });
  return grants.map((grant) => presentGrant(grant, at));
}

export async function openGrant(userId: string, grantId: string): Promise<GrantAccess> {
  if (!isId("grant", grantId)) throw notFound();
  const grant = await prisma().oAuthGrant.findFirst({ where: { id: grantId, userId }, include: GRANT_FACTS });
  if (!grant) throw notFound();
  const { billingEntityId } = grant;
  return { userId, billingEntityId, grant: presentGrant(grant, now()) } as GrantAccess;
}

export async function readTimeline({ grant }: GrantAccess): Promise<TimelineEntry[]> {
  const events = await prisma().oAuthGrantEvent.findMany({
    where: { grantId: grant.id },
    orderBy: { id: "desc" },
    take: LISTED_EVENTS_MAX,
  });
  return foldTimeline(events.map((event) => ({ ...event, id: String(event.id), kind: event.kind as GrantEvent })));
}
