// SQL: walks through the delivery queue, and lateral joins.

import {
  boolean,
  instant,
  integer,
  limit,
  narrowed,
  nullable,
  present,
  statement,
  text,
  textArray,
} from "../../db/statement";
import { HOST } from "../../events/events.sql";
import { QUEUE } from "../../webhooks/delivery/deliveries.sql";
import type { DisabledReason } from "../../webhooks/settings/webhook";

const OWNER = `webhook_id COLLATE "C"`;

const TENANT = `
  CROSS JOIN LATERAL (SELECT billing_entity_id AS tenant FROM rooms WHERE id = w.room_id OFFSET 0) r
  CROSS JOIN LATERAL (
    SELECT suspension IS NOT NULL AS is_suspended FROM billing_entities WHERE id = r.tenant OFFSET 0) b`;

/**
 * Walks from webhook to webhook of the queue's index, up to a limit, and counts a bounded number of rows of each that were due before.
 * Suspended tenants' deliveries wait on purpose, so all of theirs count. `walked` is in every row.
 */
export const LIST_LATE_WEBHOOKS = statement({
  name: "list_late_webhooks",
  params: { limit, before: instant, countedMax: limit },
  row: {
    walked: present(integer),
    webhookId: nullable(text),
    host: nullable(text),
    tenantId: nullable(text),
    isSuspended: nullable(boolean),
    waiting: nullable(integer),
    oldestAt: nullable(instant),
  },
  text: (p) => `
  WITH RECURSIVE waiting AS (
    (SELECT webhook_id FROM ${QUEUE} WHERE next_attempt_at IS NOT NULL ORDER BY ${OWNER}, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM ${QUEUE} d WHERE d.next_attempt_at IS NOT NULL AND d.${OWNER} > w.webhook_id
            ORDER BY d.${OWNER}, d.next_attempt_at LIMIT 1)
    FROM waiting w WHERE w.webhook_id IS NOT NULL
  ), page AS MATERIALIZED (
    SELECT webhook_id FROM waiting LIMIT ${p.limit}
  ), late AS MATERIALIZED (
    SELECT w.id, ${HOST} AS host, r.tenant, b.is_suspended, d.waiting, d.oldest FROM page p
    CROSS JOIN LATERAL (
      SELECT id, url, room_id FROM webhooks WHERE id = p.webhook_id AND is_active AND url IS NOT NULL OFFSET 0) w
    ${TENANT}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS waiting, min(next_attempt_at) AS oldest FROM (
        SELECT next_attempt_at FROM ${QUEUE}
        WHERE ${OWNER} = w.id AND next_attempt_at <= CASE WHEN b.is_suspended THEN 'infinity' ELSE ${p.before}::timestamptz END
        ORDER BY next_attempt_at LIMIT ${p.countedMax}) q) d
    WHERE d.waiting > 0
  )
  SELECT n.walked, l.id AS "webhookId", l.host, l.tenant AS "tenantId", l.is_suspended AS "isSuspended", l.waiting,
    l.oldest AS "oldestAt"
  FROM (SELECT count(webhook_id)::int AS walked FROM page) n LEFT JOIN late l ON true`,
});

/** Reads one row an hour for each webhook that sent, however many deliveries there were. */
export const LIST_FAILING_WEBHOOKS = statement({
  name: "list_failing_webhooks",
  params: { since: instant, limit },
  row: {
    webhookId: text,
    host: present(text),
    tenantId: text,
    isActive: boolean,
    attempts: present(integer),
    failed: present(integer),
  },
  text: (p) => `
  WITH failing AS MATERIALIZED (
    SELECT webhook_id, sum(attempts)::int AS attempts, sum(failed)::int AS failed FROM delivery_hours
    WHERE hour >= ${p.since} GROUP BY webhook_id HAVING sum(failed) > 0 ORDER BY sum(failed) DESC, webhook_id LIMIT ${p.limit}
  )
  SELECT w.id AS "webhookId", ${HOST} AS host, r.tenant AS "tenantId", w.is_active AS "isActive", f.attempts, f.failed
  FROM failing f
  CROSS JOIN LATERAL (
    SELECT id, url, room_id, is_active FROM webhooks WHERE id = f.webhook_id AND url IS NOT NULL OFFSET 0) w
  ${TENANT}`,
});

export const LIST_HELD_WEBHOOKS = statement({
  name: "list_held_webhooks",
  params: { limit, countedMax: limit },
  row: {
    webhookId: text,
    host: present(text),
    tenantId: text,
    disabledReason: nullable(narrowed<DisabledReason>()(text)),
    disabledAt: nullable(instant),
    held: present(integer),
  },
  text: (p) => `
  WITH inactive AS MATERIALIZED (
    SELECT id, url, room_id, disabled_reason, disabled_at FROM webhooks WHERE NOT is_active AND url IS NOT NULL
    ORDER BY disabled_at DESC NULLS LAST, id LIMIT ${p.limit}
  )
  SELECT w.id AS "webhookId", ${HOST} AS host, r.tenant AS "tenantId", w.disabled_reason AS "disabledReason",
    w.disabled_at AS "disabledAt", d.held
  FROM inactive w ${TENANT}
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS held FROM (
      SELECT FROM ${QUEUE} WHERE webhook_id = w.id AND state = 'HELD' AND NOT is_test LIMIT ${p.countedMax}) q) d
  WHERE d.held > 0`,
  readsAll: "webhooks are few beside deliveries, and no index tells which are inactive",
});

/** Reads the newest attempts of each webhook; the id `since` bounds the partitions. */
export const READ_LAST_FAILURES = statement({
  name: "read_last_failures",
  params: { ids: textArray, since: text, limit },
  row: {
    webhookId: text,
    at: instant,
    statusCode: nullable(integer),
    error: nullable(text),
    durationMs: nullable(integer),
  },
  text: (p) => `
  SELECT f.* FROM unnest(${p.ids}::text[]) AS w(id) CROSS JOIN LATERAL (
    SELECT n.webhook_id AS "webhookId", n.delivered_at AS at, n.status_code AS "statusCode", n.error,
      n.duration_ms AS "durationMs"
    FROM (
      SELECT a.* FROM delivery_attempts a WHERE a.webhook_id = w.id AND a.id >= ${p.since}
      ORDER BY a.webhook_id DESC, a.id DESC LIMIT ${p.limit}) n
    WHERE NOT n.success ORDER BY n.id DESC LIMIT 1) f`,
});

export const NAME_TENANTS = statement({
  name: "name_tenants",
  params: { tenantIds: textArray },
  row: { id: text, name: nullable(text) },
  text: (p) => `
  SELECT t.id, coalesce(o.name, u.name) AS name FROM unnest(${p.tenantIds}::text[]) AS t(id)
  LEFT JOIN LATERAL (SELECT name FROM organizations WHERE billing_entity_id = t.id OFFSET 0) o ON true
  LEFT JOIN LATERAL (SELECT name FROM users WHERE billing_entity_id = t.id OFFSET 0) u ON true`,
});
