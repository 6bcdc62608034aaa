import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { prisma } from "../platform/prisma";
import { GRANT_FACTS, type GrantSummary, presentGrant } from "./grant";
import { foldTimeline, type GrantEvent, type TimelineEntry } from "./timeline";

declare const proof: unique symbol;
/** Proof that this grant is the person's own. Only this file creates one. */
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

/** Newest first: live ones, and those that ended within the last 90 days. */
export async function listGrants(userId: string): Promise<GrantSummary[]> {
  const at = now();
  const since = new Date(at.getTime() - ENDED_SHOWN_DAYS * DAY_MS);
  const grants = await prisma().oAuthGrant.findMany({
    where: { userId, expiresAt: { gt: since }, OR: [{ revokedAt: null }, { revokedAt: { gt: since } }] },
    include: GRANT_FACTS,
    orderBy: { id: "desc" },
    take: LISTED_GRANTS_MAX,
  });
  return grants.map((grant) => presentGrant(grant, at));
}

/** Someone else's grant and an unknown one look the same. */
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
