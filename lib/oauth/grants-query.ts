import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { type GrantRow, type GrantSummary, presentGrant } from "./grant";
import { type EventRow, foldTimeline, type TimelineEntry } from "./timeline";

declare const proof: unique symbol;
/** That this grant is the person's own: only this file makes one. */
export interface GrantAccess {
  readonly [proof]: "grant";
  readonly userId: string;
  readonly billingEntityId: string;
  readonly grant: GrantSummary;
}

const SELECT_GRANTS = `
  SELECT g.id, g.billing_entity_id AS "billingEntityId", g.app_id AS "appId", a.name AS "appName", a.developer_name AS "developerName", a.website_url AS "websiteUrl",
         a.actor_type = 'AGENT' AS "isAgent", a.allowed_scopes AS "allowedScopes", o.name AS "organizationName",
         g.scopes, g.audience, g.created_at AS "createdAt", g.expires_at AS "expiresAt", g.last_used_at AS "lastUsedAt",
         g.revoked_at AS "revokedAt", g.revoked_reason AS "revokedReason",
         g.leak_url AS "leakUrl"
  FROM oauth_grants g
  JOIN oauth_apps a ON a.id = g.app_id
  LEFT JOIN organizations o ON o.billing_entity_id = g.billing_entity_id`;

const DAY_MS = 24 * 60 * 60 * 1000;
const ENDED_SHOWN_DAYS = 90;
const LISTED_GRANTS_MAX = 200;
const LISTED_EVENTS_MAX = 1_000;

/** Newest first: those that live, and those that ended within the last 90 days. */
export async function listGrants(userId: string): Promise<GrantSummary[]> {
  const at = now();
  const rows = await sql<GrantRow>(
    "list_grants",
    `${SELECT_GRANTS} WHERE g.user_id = $1 AND LEAST(g.revoked_at, g.expires_at) > $2 ORDER BY g.id DESC LIMIT $3`,
    [userId, new Date(at.getTime() - ENDED_SHOWN_DAYS * DAY_MS), LISTED_GRANTS_MAX],
  );
  return rows.map((row) => presentGrant(row, at));
}

/** Someone else's grant, and one that never was, are the same answer. */
export async function openGrant(userId: string, grantId: string): Promise<GrantAccess> {
  if (!isId("grant", grantId)) throw notFound();
  const [row] = await sql<GrantRow & { billingEntityId: string }>(
    "find_grant",
    `${SELECT_GRANTS} WHERE g.id = $1 AND g.user_id = $2`,
    [grantId, userId],
  );
  if (!row) throw notFound();
  return { userId, billingEntityId: row.billingEntityId, grant: presentGrant(row, now()) } as GrantAccess;
}

const SELECT_EVENTS = `
  SELECT id::text, kind, address, user_agent AS "userAgent", at
  FROM oauth_grant_events WHERE grant_id = $1 ORDER BY oauth_grant_events.id DESC LIMIT $2`;

export async function readTimeline({ grant }: GrantAccess): Promise<TimelineEntry[]> {
  return foldTimeline(await sql<EventRow>("list_grant_events", SELECT_EVENTS, [grant.id, LISTED_EVENTS_MAX]));
}
