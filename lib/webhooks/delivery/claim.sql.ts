// SQL: the delivery bench measures these.

import { instant, integer, json, present, statement, text, textArray } from "../../db/statement";
import { HOST } from "../../events/events.sql";
import { CLAIMED_DETAILS, CLAIMED_ROW, OWNER, QUEUE } from "./deliveries.sql";
import { ROWS_PER_WEBHOOK } from "./slots";

/**
 * A skip scan in the order of the queue's index. Otherwise the planner may walk through the history of all deliveries.
 */
export const LIST_WAITING_WEBHOOKS = statement({
  name: "list_waiting_webhooks",
  params: { after: text, limit: integer },
  row: { id: present(text), dueAt: present(instant) },
  text: (p) => `
  WITH RECURSIVE waiting AS (
    (SELECT webhook_id, next_attempt_at, 1 AS n FROM ${QUEUE} WHERE next_attempt_at IS NOT NULL AND ${OWNER} > ${p.after}
     ORDER BY ${OWNER}, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT d.webhook_id, d.next_attempt_at, w.n + 1 FROM waiting w CROSS JOIN LATERAL (
      SELECT q.webhook_id, q.next_attempt_at FROM ${QUEUE} q
      WHERE q.next_attempt_at IS NOT NULL AND q.${OWNER} > w.webhook_id
      ORDER BY q.${OWNER}, q.next_attempt_at LIMIT 1) d
    WHERE w.n < ${p.limit}
  )
  SELECT webhook_id AS id, next_attempt_at AS "dueAt" FROM waiting ORDER BY n`,
});

/**
 * Rows take turns: within a host by webhook, within an entity by host, then between entities, those with the fewest in
 * this minute first. The count of the minute never passes its limit, over all processes and retries (§8).
 */
export const CLAIM_DUE_DELIVERIES = statement({
  name: "claim_due_deliveries",
  params: {
    at: instant,
    minute: instant,
    limit: integer,
    attemptsPerHost: integer,
    attemptsPerEntity: integer,
    deliveriesMax: integer,
    hosts: json<string>(),
    entities: json<string>(),
    claimedUntil: instant,
    webhookIds: textArray,
  },
  row: CLAIMED_ROW,
  text: (p) => `
  WITH shares AS MATERIALIZED (
    SELECT w.id, r.billing_entity_id AS entity, ${HOST} AS host,
           coalesce((${p.hosts}::jsonb -> ${HOST})::int, ${p.attemptsPerHost}) AS host_free,
           least(coalesce((${p.entities}::jsonb -> r.billing_entity_id)::int, ${p.attemptsPerEntity}), ${p.deliveriesMax} - m.had) AS entity_free, m.had
    FROM unnest(${p.webhookIds}::text[]) AS q(webhook_id)
    -- OFFSET keeps the order of these: a join that was planned on empty tables would compare all webhooks with each.
    CROSS JOIN LATERAL (
      SELECT id, url, room_id FROM webhooks WHERE id = q.webhook_id AND is_active AND url IS NOT NULL OFFSET 0) w
    CROSS JOIN LATERAL (SELECT billing_entity_id FROM rooms WHERE id = w.room_id OFFSET 0) r
    -- Deliveries of suspended tenants keep their place in the queue.
    CROSS JOIN LATERAL (
      SELECT FROM billing_entities WHERE id = r.billing_entity_id AND suspension IS NULL OFFSET 0) b
    CROSS JOIN LATERAL (SELECT coalesce((
      -- Not a join: the planner would read the whole minute once for each webhook.
      SELECT given FROM delivery_minutes WHERE billing_entity_id = r.billing_entity_id AND minute = ${p.minute}), 0) AS had OFFSET 0) m
  ), places AS (
    -- The more webhooks wait, the fewer rows of each are looked at: twice what can be claimed, in all.
    SELECT *, least(host_free, entity_free, greatest(${ROWS_PER_WEBHOOK}, 2 * ${p.limit}::int / count(*) OVER ())) AS rows
    FROM shares WHERE host_free > 0 AND entity_free > 0
  ), candidates AS (
    SELECT d.id, d.turn, p.entity, p.host, p.host_free, p.entity_free, p.had
    FROM places p CROSS JOIN LATERAL (
      SELECT id, row_number() OVER (ORDER BY next_attempt_at) AS turn FROM ${QUEUE}
      WHERE ${OWNER} = p.id AND next_attempt_at <= ${p.at} AND (claimed_until IS NULL OR claimed_until <= ${p.at})
      ORDER BY next_attempt_at LIMIT p.rows) d
  ), at_host AS (
    SELECT *, row_number() OVER (PARTITION BY host ORDER BY turn) AS host_turn FROM candidates
  ), at_entity AS (
    SELECT *, row_number() OVER (PARTITION BY entity ORDER BY host_turn) AS entity_turn FROM at_host
    WHERE host_turn <= host_free
  ), chosen AS (
    SELECT id, entity FROM at_entity WHERE entity_turn <= entity_free ORDER BY entity_turn, had LIMIT ${p.limit}::int
  ), locked AS MATERIALIZED (
    SELECT l.id, c.entity FROM chosen c CROSS JOIN LATERAL (
      SELECT d.id FROM ${QUEUE} d
      -- As an expression, so that no index but that of the id can find the row.
      WHERE d.id = c.id AND coalesce(d.next_attempt_at <= ${p.at} AND (d.claimed_until IS NULL OR d.claimed_until <= ${p.at}), false)
      FOR UPDATE SKIP LOCKED) l
  ), ranked AS (
    SELECT id, entity, row_number() OVER (PARTITION BY entity) AS n FROM locked
  ), given AS (
    INSERT INTO delivery_minutes AS m (billing_entity_id, minute, given, last_given)
    SELECT entity, ${p.minute}, count(*), count(*) FROM ranked GROUP BY entity ORDER BY entity
    ON CONFLICT (billing_entity_id, minute) DO UPDATE
    SET last_given = least(excluded.given, ${p.deliveriesMax} - m.given), given = m.given + least(excluded.given, ${p.deliveriesMax} - m.given)
    RETURNING billing_entity_id, last_given
  ), claimed AS (
    -- The queue's index does not change: a claim that lapses leaves the row where it stood.
    UPDATE ${QUEUE} d SET claimed_until = ${p.claimedUntil}
    WHERE d.id = ANY(ARRAY(SELECT r.id FROM ranked r
      WHERE r.n <= ((SELECT jsonb_object_agg(billing_entity_id, last_given) FROM given) -> r.entity)::int))
    RETURNING d.*
  )
  ${CLAIMED_DETAILS}`,
});
