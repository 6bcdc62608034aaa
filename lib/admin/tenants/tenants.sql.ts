// SQL: a lock, the queue, and lists whose rows have counts of other tables.

import { SUSPENSION } from "../../access/suspension";
import { boolean, instant, integer, limit, narrowed, nullable, present, statement, text } from "../../db/statement";
import type { Plan } from "../../platform/limits";
import { date } from "../../usage/units.sql";
import { QUEUE } from "../../webhooks/delivery/deliveries.sql";

export const LOCK_TENANT = statement({
  name: "lock_tenant",
  params: { tenantId: text },
  row: { suspension: SUSPENSION },
  text: (p) => `SELECT suspension FROM billing_entities WHERE id = ${p.tenantId} FOR NO KEY UPDATE`,
});

const TENANT_ROW = {
  id: text,
  kind: present(narrowed<"organization" | "individual">()(text)),
  ownerId: nullable(text),
  name: nullable(text),
  email: nullable(text),
  plan: present(narrowed<Plan>()(text)),
  seats: integer,
  suspension: SUSPENSION,
  createdAt: instant,
  members: nullable(integer),
  units: nullable(integer),
  keys: nullable(integer),
  webhooks: nullable(integer),
};

const writeFigures = (p: { month: string }) => `
  SELECT p.id, lower(p.kind::text) AS kind, p.owner_id AS "ownerId", p.name, p.email, p.plan::text AS plan, p.seats,
    p.suspension, p.created_at AS "createdAt",
    CASE WHEN p.kind = 'INDIVIDUAL' THEN 1
      ELSE (SELECT count(*)::int FROM organization_memberships m WHERE m.organization_id = p.owner_id) END AS members,
    coalesce((
      SELECT l.confirmed + l.reserved FROM unit_ledger l WHERE l.billing_entity_id = p.id AND l.month = ${p.month}), 0) AS units,
    CASE WHEN p.kind = 'INDIVIDUAL'
      THEN (SELECT count(*)::int FROM api_keys k WHERE k.user_id = p.owner_id AND k.revoked_at IS NULL)
      ELSE (SELECT count(*)::int FROM api_keys k WHERE k.organization_id = p.owner_id AND k.revoked_at IS NULL) END AS keys,
    (SELECT count(*)::int FROM rooms r JOIN webhooks w ON w.room_id = r.id
     WHERE r.billing_entity_id = p.id AND r.room_type = 0) AS webhooks
  FROM page p ORDER BY p.id DESC`;

const OWNERS = `
  SELECT b.id, b.kind, b.plan, b.seats, b.suspension, b.created_at, coalesce(o.id, u.id) AS owner_id,
    coalesce(o.name, u.name) AS name, u.email
  FROM billing_entities b LEFT JOIN organizations o ON o.billing_entity_id = b.id
  LEFT JOIN users u ON u.billing_entity_id = b.id`;

const writeTenants = (p: { month: string }, where: string) =>
  `WITH page AS MATERIALIZED (${OWNERS} WHERE ${where}) ${writeFigures(p)}`;

export const READ_TENANT = statement({
  name: "read_tenant",
  params: { month: date, tenantId: text },
  row: TENANT_ROW,
  text: (p) => writeTenants(p, `b.id = ${p.tenantId}`),
});

const PAGE = { month: date, after: text, limit };
const olderThan = (p: { after: string; limit: string }) => `b.id < ${p.after} ORDER BY b.id DESC LIMIT ${p.limit}`;

export const LIST_TENANTS = statement({
  name: "list_tenants",
  params: PAGE,
  row: TENANT_ROW,
  text: (p) => writeTenants(p, olderThan(p)),
});

export const LIST_SUSPENDED_TENANTS = statement({
  name: "list_suspended_tenants",
  params: PAGE,
  row: TENANT_ROW,
  text: (p) => writeTenants(p, `b.suspension IS NOT NULL AND ${olderThan(p)}`),
});

export const SEARCH_TENANTS = statement({
  name: "search_tenants",
  params: { ...PAGE, pattern: text, anyId: text, isSuspended: boolean },
  row: TENANT_ROW,
  text: (p) =>
    writeTenants(
      p,
      `(o.name ILIKE ${p.pattern} OR u.name ILIKE ${p.pattern} OR u.email ILIKE ${p.pattern} OR ${p.anyId} IN (b.id, o.id, u.id))
   AND (NOT ${p.isSuspended} OR b.suspension IS NOT NULL) AND ${olderThan(p)}`,
    ),
});

export const READ_TENANT_QUEUES = statement({
  name: "read_tenant_queues",
  params: { tenantId: text, limit },
  row: { deliveries: present(integer), oldest: nullable(instant), runs: present(integer) },
  text: (p) => `
  WITH hooks AS MATERIALIZED (
    SELECT w.id FROM rooms r JOIN webhooks w ON w.room_id = r.id
    WHERE r.billing_entity_id = ${p.tenantId} AND r.room_type = 0 AND w.is_active AND w.url IS NOT NULL
  ), waiting AS MATERIALIZED (
    SELECT d.next_attempt_at FROM hooks h CROSS JOIN LATERAL (
      SELECT next_attempt_at FROM ${QUEUE} WHERE webhook_id COLLATE "C" = h.id AND next_attempt_at IS NOT NULL
      ORDER BY next_attempt_at LIMIT ${p.limit}) d
    LIMIT ${p.limit}
  )
  SELECT (SELECT count(*)::int FROM waiting) AS deliveries, (SELECT min(next_attempt_at) FROM waiting) AS oldest,
    (SELECT count(*)::int FROM (
      SELECT FROM agent_runs WHERE billing_entity_id = ${p.tenantId} AND state = 'QUEUED' LIMIT ${p.limit}) q) AS runs`,
});

export const LIST_OWN_SUSPENSIONS = statement({
  name: "list_own_suspensions",
  params: { userId: text },
  row: { id: text, organizationName: nullable(text), suspension: SUSPENSION },
  text: (p) => `
  SELECT b.id, NULL AS "organizationName", b.suspension
  FROM users u JOIN billing_entities b ON b.id = u.billing_entity_id
  WHERE u.id = ${p.userId} AND b.suspension IS NOT NULL
  UNION ALL
  SELECT b.id, o.name, b.suspension
  FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id
  JOIN billing_entities b ON b.id = o.billing_entity_id
  WHERE m.user_id = ${p.userId} AND b.suspension IS NOT NULL`,
});
