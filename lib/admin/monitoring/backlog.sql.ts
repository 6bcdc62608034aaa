// SQL: monitoring runs these every few seconds, so each reads a bounded number of rows.

import { instant, integer, limit, nullable, present, statement, text } from "../../db/statement";
import { QUEUE } from "../../webhooks/delivery/deliveries.sql";

const OWNER = `webhook_id COLLATE "C"`;

/**
 * The queue has no order across webhooks, so a limited number of webhooks are visited one by one. Deliveries of
 * listeners, inactive webhooks and suspended tenants wait on purpose.
 */
export const READ_DUE_DELIVERIES = statement({
  name: "read_due_deliveries",
  params: { after: text, at: instant, limit, left: limit },
  row: { last: nullable(text), webhooks: present(integer), oldest: nullable(instant), due: present(integer) },
  text: (p) => `
  WITH RECURSIVE waiting AS (
    (SELECT webhook_id FROM ${QUEUE} WHERE next_attempt_at IS NOT NULL AND ${OWNER} > ${p.after}
     ORDER BY ${OWNER}, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM ${QUEUE} d WHERE d.next_attempt_at IS NOT NULL AND d.${OWNER} > w.webhook_id
            ORDER BY d.${OWNER}, d.next_attempt_at LIMIT 1)
    FROM waiting w WHERE w.webhook_id IS NOT NULL
  ), page AS MATERIALIZED (
    SELECT webhook_id FROM waiting LIMIT ${p.limit}
  ), heads AS MATERIALIZED (
    SELECT w.id, d.next_attempt_at FROM page p
    CROSS JOIN LATERAL (
      SELECT id, room_id FROM webhooks WHERE id = p.webhook_id AND is_active AND url IS NOT NULL OFFSET 0) w
    CROSS JOIN LATERAL (SELECT billing_entity_id FROM rooms WHERE id = w.room_id OFFSET 0) r
    CROSS JOIN LATERAL (
      SELECT FROM billing_entities WHERE id = r.billing_entity_id AND suspension IS NULL OFFSET 0) b
    CROSS JOIN LATERAL (
      SELECT next_attempt_at FROM ${QUEUE} WHERE ${OWNER} = w.id AND next_attempt_at <= ${p.at}
      ORDER BY next_attempt_at LIMIT 1) d
  ), counted AS MATERIALIZED (
    SELECT FROM heads h CROSS JOIN LATERAL (
      SELECT FROM ${QUEUE} WHERE ${OWNER} = h.id AND next_attempt_at <= ${p.at} LIMIT ${p.left}) d
    LIMIT ${p.left}
  )
  SELECT (SELECT max(${OWNER}) FROM page) AS last,
    (SELECT count(webhook_id)::int FROM page) AS webhooks,
    (SELECT min(next_attempt_at) FROM heads) AS oldest,
    (SELECT count(*)::int FROM counted) AS due`,
});

export const READ_BACKGROUND_QUEUE = statement({
  name: "read_background_queue",
  params: { at: instant, limit },
  row: { due: present(integer), oldest: nullable(instant), running: present(integer) },
  text: (p) => `
  SELECT
    (SELECT count(*)::int FROM (
      SELECT FROM runner_runs WHERE state = 'READY' AND wake_at <= ${p.at} LIMIT ${p.limit}) d) AS due,
    (SELECT wake_at FROM runner_runs WHERE state = 'READY' AND wake_at <= ${p.at} ORDER BY wake_at LIMIT 1) AS oldest,
    (SELECT count(*)::int FROM (SELECT FROM runner_runs WHERE leased_until > ${p.at} LIMIT ${p.limit}) r) AS running`,
});

export const COUNT_AGENT_RUNS = statement({
  name: "count_agent_runs",
  params: { limit },
  row: { queued: present(integer), running: present(integer) },
  text: (p) => `
  SELECT
    (SELECT count(*)::int FROM (SELECT FROM agent_runs WHERE state = 'QUEUED' LIMIT ${p.limit}) q) AS queued,
    (SELECT count(*)::int FROM (SELECT FROM agent_runs WHERE state = 'RUNNING' LIMIT ${p.limit}) r) AS running`,
});

/** Rows of paused streams wait on purpose. */
export const READ_AUDIT_STREAM_QUEUE = statement({
  name: "read_audit_stream_queue",
  params: { limit, countedMax: limit },
  row: { waiting: present(integer), oldest: nullable(instant) },
  text: (p) => `
  WITH streams AS MATERIALIZED (
    SELECT id FROM audit_streams WHERE paused_at IS NULL ORDER BY next_attempt_at LIMIT ${p.limit}
  ), waiting AS MATERIALIZED (
    SELECT FROM streams s CROSS JOIN LATERAL (
      SELECT FROM audit_stream_rows WHERE stream_id = s.id LIMIT ${p.countedMax}) r
    LIMIT ${p.countedMax}
  )
  SELECT (SELECT count(*)::int FROM waiting) AS waiting,
    (SELECT min(r.at) FROM streams s CROSS JOIN LATERAL (
      SELECT at FROM audit_stream_rows WHERE stream_id = s.id ORDER BY seq LIMIT 1) r) AS oldest`,
});

/**
 * Leaves are nearly in the order of their rows' instants, so a few thousand hold the newest one. `dayAgo` bounds
 * the partitions.
 */
export const READ_UNSIGNED_ROW = statement({
  name: "read_unsigned_audit_row",
  params: { dayAgo: instant, limit },
  row: { at: instant },
  text: (p) => `
  SELECT at FROM audit_log WHERE at >= ${p.dayAgo} AND at > coalesce((
    SELECT max(l.at) FROM (SELECT at FROM audit_leaves ORDER BY index DESC LIMIT ${p.limit}) l), ${p.dayAgo})
  ORDER BY at LIMIT 1`,
});
