import { MANAGER_ROLE } from "../access/roles";
import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { limitMonthlyUnits, type Plan } from "../platform/limits";
import { monthOf, monthReset } from "../usage/units";

/** How far somebody is with webhooks: `waiting` has one to which nothing was delivered yet. */
export type WebhookProgress = "none" | "waiting" | "delivered";

/** Of the webhooks in rooms that this person manages. */
export async function readWebhookProgress(userId: string): Promise<WebhookProgress> {
  const [row] = await sql<{ isDelivered: boolean }>(
    "overview_webhook",
    `SELECT w.last_success_at IS NOT NULL AS "isDelivered"
     FROM webhooks w JOIN room_members m ON m.room_id = w.room_id
     WHERE m.user_id = $1 AND m.role >= $2 ORDER BY w.last_success_at DESC NULLS LAST LIMIT 1`,
    [userId, MANAGER_ROLE],
  );
  if (!row) return "none";
  return row.isDelivered ? "delivered" : "waiting";
}

export interface UnitsSummary {
  entityId: string;
  kind: "INDIVIDUAL" | "ORGANIZATION";
  /** The organization's name, or the person's. */
  name: string;
  plan: Plan;
  seats: number;
  used: number;
  limit: number | null;
  resetAt: string;
}

const READ_UNITS = `
  SELECT b.id AS "entityId", b.kind::text AS kind, coalesce(o.name, u.name) AS name, b.plan::text AS plan, b.seats,
         coalesce(l.confirmed + l.reserved, 0)::int AS used
  FROM billing_entities b
  LEFT JOIN organizations o ON o.billing_entity_id = b.id
  LEFT JOIN users u ON u.billing_entity_id = b.id
  LEFT JOIN unit_ledger l ON l.billing_entity_id = b.id AND l.month = $2::date
  WHERE u.id = $1
     OR (o.is_active AND EXISTS (SELECT 1 FROM organization_memberships m WHERE m.organization_id = o.id AND m.user_id = $1))
  ORDER BY b.kind, name, b.id`;

/** The units of this month (UTC), for each billing entity that this person belongs to. */
export async function readUnits(userId: string): Promise<UnitsSummary[]> {
  const at = now();
  const resetAt = monthReset(at).toISOString();
  const rows = await sql<Omit<UnitsSummary, "limit" | "resetAt">>("overview_units", READ_UNITS, [userId, monthOf(at)]);
  return rows.map((row) => ({ ...row, limit: limitMonthlyUnits(row), resetAt }));
}
