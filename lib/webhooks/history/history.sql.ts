// SQL: figures are aggregates and lateral joins, and a recovery fills the queue.

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
  uuid,
} from "../../db/statement";
import { QUEUE } from "../delivery/deliveries.sql";
import type { DeliveryState } from "../delivery/delivery-state";

export const COUNT_OUTCOMES_BY_HOUR = statement({
  name: "count_outcomes_by_hour",
  params: { webhookIds: textArray, since: instant, lowestId: text },
  row: { webhookId: text, hour: instant, succeeded: integer, failed: integer },
  text: (p) => `
    SELECT a.webhook_id AS "webhookId", date_trunc('hour', a.delivered_at) AS hour,
      count(*) FILTER (WHERE a.success)::int AS succeeded, count(*) FILTER (WHERE NOT a.success)::int AS failed
    FROM delivery_attempts a
    WHERE a.webhook_id = ANY(${p.webhookIds}) AND a.id >= ${p.lowestId} AND a.delivered_at >= ${p.since} AND a.finalized_at IS NOT NULL AND NOT a.is_test
    GROUP BY 1, 2`,
});

const selectAttemptsSince = (p: { webhookId: string; lowestId: string; since: string }) =>
  `FROM delivery_attempts a WHERE a.webhook_id = ${p.webhookId} AND a.id >= ${p.lowestId} AND a.delivered_at >= ${p.since}`;
const percentile = (share: number) =>
  `round(percentile_cont(${share}) WITHIN GROUP (ORDER BY a.duration_ms) FILTER (WHERE a.status_code IS NOT NULL))::int`;

export const MEASURE_LATENCY = statement({
  name: "measure_attempt_latency",
  params: { webhookId: text, since: instant, lowestId: text },
  row: { attempts: integer, p50Ms: nullable(integer), p99Ms: nullable(integer) },
  text: (p) => `
    SELECT count(*)::int AS attempts, ${percentile(0.5)} AS "p50Ms", ${percentile(0.99)} AS "p99Ms" ${selectAttemptsSince(p)}`,
});

export const COUNT_OUTCOMES = statement({
  name: "count_attempt_outcomes",
  params: { webhookId: text, since: instant, lowestId: text },
  row: { outcome: text, attempts: integer },
  text: (p) => `
    SELECT coalesce((a.status_code / 100)::text || 'xx', a.error, 'unknown') AS outcome, count(*)::int AS attempts
    ${selectAttemptsSince(p)} GROUP BY 1 ORDER BY 1`,
});

export const READ_LATEST_ATTEMPTS = statement({
  name: "read_latest_attempts",
  params: { webhookIds: textArray, lowestId: text },
  row: { webhookId: text, deliveredAt: instant, success: boolean },
  text: (p) => `
    SELECT l.* FROM unnest(${p.webhookIds}::text[]) AS w(id) CROSS JOIN LATERAL (
      SELECT a.webhook_id AS "webhookId", a.delivered_at AS "deliveredAt", a.success FROM delivery_attempts a
      WHERE a.webhook_id = w.id AND a.id >= ${p.lowestId} ORDER BY a.webhook_id DESC, a.id DESC LIMIT 1) l`,
});

/** The event's time leads to the one partition of ended deliveries that can hold a sibling. */
const SIBLING = "x.event_id = d.event_id AND x.event_at = d.event_at AND x.webhook_id = d.webhook_id";

const EVENT_ROW = {
  rootId: uuid,
  eventId: text,
  event: text,
  eventAt: instant,
  createdAt: instant,
  isTest: boolean,
  state: present(narrowed<DeliveryState>()(text)),
  nextAttemptAt: nullable(instant),
};

/** The first delivery of an event gives its place, so that the order is stable while retries run. */
const selectFirstDeliveries = (p: { webhookId: string }) => `
    SELECT d.id AS "rootId", d.event_id AS "eventId", d.event_type AS event, d.event_at AS "eventAt",
      d.created_at AS "createdAt", d.is_test AS "isTest", l.state::text AS state, l.next_attempt_at AS "nextAttemptAt"
    FROM deliveries d
    CROSS JOIN LATERAL (
      SELECT x.state, x.next_attempt_at FROM deliveries x
      WHERE ${SIBLING} ORDER BY x.created_at DESC, x.id DESC LIMIT 1) l
    WHERE d.webhook_id = ${p.webhookId}
      AND NOT EXISTS (SELECT 1 FROM deliveries x WHERE ${SIBLING}
                      AND (x.created_at, x.id) < (d.created_at, d.id))`;

export const LIST_EVENT_DELIVERIES = statement({
  name: "list_event_deliveries",
  params: {
    webhookId: text,
    createdAt: instant,
    id: uuid,
    state: nullable(text),
    event: nullable(text),
    from: nullable(instant),
    to: nullable(instant),
    limit,
  },
  row: EVENT_ROW,
  text: (p) => `${selectFirstDeliveries(p)} AND (d.created_at, d.id) < (${p.createdAt}, ${p.id})
      AND (${p.state}::text IS NULL OR l.state::text = ${p.state}) AND (${p.event}::text IS NULL OR d.event_type = ${p.event})
      AND (${p.from}::timestamptz IS NULL OR d.created_at >= ${p.from}) AND (${p.to}::timestamptz IS NULL OR d.created_at < ${p.to})
    ORDER BY d.created_at DESC, d.id DESC LIMIT ${p.limit}`,
});

export const FIND_EVENT_DELIVERY = statement({
  name: "find_event_delivery",
  params: { webhookId: text, eventId: text },
  row: EVENT_ROW,
  text: (p) => `${selectFirstDeliveries(p)} AND d.event_id = ${p.eventId}`,
});

/** Events count as failed when none of their deliveries has succeeded or is under way. */
const selectFailedEvents = (p: { webhookId: string; from: string; to: string }) => `
  SELECT DISTINCT ON (d.event_id) d.* FROM deliveries d
  WHERE d.webhook_id = ${p.webhookId} AND d.created_at >= ${p.from} AND d.created_at < ${p.to} AND d.state = 'FAILED' AND NOT d.is_test
    AND NOT EXISTS (SELECT 1 FROM deliveries x WHERE ${SIBLING} AND x.state <> 'FAILED')`;

export const COUNT_FAILED_EVENTS = statement({
  name: "count_failed_events",
  params: { webhookId: text, from: instant, to: instant },
  row: { count: integer },
  text: (p) => `SELECT count(*)::int AS count FROM (${selectFailedEvents(p)}) failed`,
});

export const RECOVER_FAILED_EVENTS = statement({
  name: "recover_failed_events",
  params: { webhookId: text, from: instant, to: instant, entityId: text, now: instant },
  row: { id: uuid },
  text: (p) => `
    INSERT INTO ${QUEUE} (id, webhook_id, event_id, event_type, event_at, object_type, object_id, v1_data,
      billing_entity_id, is_redelivery, next_attempt_at, created_at)
    SELECT gen_random_uuid(), ${p.webhookId}, event_id, event_type, event_at, object_type, object_id, v1_data, ${p.entityId}, true, ${p.now}, ${p.now} FROM (${selectFailedEvents(p)}) failed RETURNING id`,
});
