import type { Plan } from "../platform/limits";
import {
  boolean,
  column,
  instant,
  integer,
  json,
  limit,
  narrowed,
  nullable,
  present,
  statement,
  text,
  uuid,
} from "../platform/statement";

/** URLs are stored normalized: a path always follows the host. A listener has none. */
export const HOST = "split_part(w.url, '/', 3)";

/** Without a URL the receiver is a listener: its deliveries are held until its stream takes them. */
const IS_DUE = "w.is_active AND w.url IS NOT NULL";

/** A suspended tenant's deliveries wait in the queue. */
const IS_SERVED = "(SELECT b.suspension IS NULL FROM billing_entities b WHERE b.id = e.entity_id)";

/** Nothing of the webhook waits for a process: a new delivery overtakes none. */
const IS_NEXT = `(
  SELECT q.id FROM partitions.deliveries_waiting q
  WHERE q.webhook_id COLLATE "C" = w.id AND q.next_attempt_at <= e.at AND (q.claimed_until IS NULL OR q.claimed_until <= e.at)
  ORDER BY q.webhook_id COLLATE "C", q.next_attempt_at LIMIT 1) IS NULL`;

/** An expression of a claimed row alone: others are not looked up. */
const ofClaimed = (expression: string) => `CASE WHEN claimed_until IS NOT NULL THEN (${expression}) END`;

/**
 * Inserts events, and one delivery for each subscribed webhook of their rooms. Without a subscriber the second half is one
 * index lookup. A delivery for an inactive webhook is stored as paused. It has a copy of the event, because the event's
 * partition may be dropped while it waits. With `claim_until` this process claims it at once, except for full hosts, which
 * are separated by spaces.
 */
export const RECORD_EVENTS = statement({
  name: "record_events",
  params: [
    column(text),
    column(text),
    column(text),
    column(nullable(text)),
    column(text),
    column(text),
    column(nullable(json<string>())),
    column(instant),
    column(text),
    column(nullable(instant)),
    column(text),
    column(nullable(uuid)),
  ],
  row: {
    eventId: text,
    id: uuid,
    webhookId: text,
    isDue: present(boolean),
    /** Held for a listener, and not because the webhook is inactive. */
    isForListener: nullable(boolean),
    /** null: it was not claimed, as are the following. */
    lease: nullable(text),
    host: nullable(text),
    plan: nullable(narrowed<Plan>()(text)),
    seats: nullable(integer),
  },
  text: `
  WITH given AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[],
      $8::timestamptz[], $9::text[], $10::timestamptz[], $11::text[], $12::uuid[])
      AS e(id, type, room_id, organization_id, object_type, object_id, v1_data, at, entity_id, claim_until, full_hosts, trace_id)
  ), event AS (
    INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, v1_data, created_at)
    SELECT id, type, room_id, organization_id, object_type, object_id, v1_data, at FROM given
  )
  INSERT INTO partitions.deliveries_waiting (id, webhook_id, event_id, event_type, event_at, object_type, object_id,
    v1_data, billing_entity_id, state, next_attempt_at, claimed_until, created_at, trace_id)
  SELECT gen_random_uuid(), w.id, e.id, e.type, e.at, e.object_type, e.object_id, e.v1_data, e.entity_id,
         (CASE WHEN ${IS_DUE} THEN 'PENDING' ELSE 'HELD' END)::delivery_state,
         CASE WHEN ${IS_DUE} THEN e.at END,
         CASE WHEN e.claim_until IS NOT NULL AND ${IS_DUE} AND ${HOST} <> ALL(string_to_array(e.full_hosts, ' '))
           AND ${IS_SERVED} AND ${IS_NEXT} THEN e.claim_until END,
         e.at, e.trace_id
  -- A join that was planned while there were few webhooks would read all of them.
  FROM given e CROSS JOIN LATERAL (
    SELECT id, url, is_active FROM webhooks WHERE room_id = e.room_id AND e.type = ANY(events) OFFSET 0) w
  RETURNING event_id AS "eventId", id, webhook_id AS "webhookId", next_attempt_at IS NOT NULL AS "isDue",
    CASE WHEN next_attempt_at IS NULL THEN (SELECT w.url IS NULL FROM webhooks w WHERE w.id = webhook_id) END AS "isForListener",
    claimed_until::text AS lease,
    ${ofClaimed(`SELECT ${HOST} FROM webhooks w WHERE w.id = webhook_id`)} AS host,
    ${ofClaimed("SELECT plan::text FROM billing_entities b WHERE b.id = billing_entity_id")} AS plan,
    ${ofClaimed("SELECT seats FROM billing_entities b WHERE b.id = billing_entity_id")} AS seats`,
});

const EVENT = `id, type, room_id AS "roomId", organization_id AS "organizationId", object_type AS "objectType",
  object_id AS "objectId", created_at AS "createdAt"`;

const EVENT_ROW = {
  id: text,
  type: text,
  roomId: text,
  organizationId: nullable(text),
  objectType: text,
  objectId: text,
  createdAt: instant,
};

/** A range over three columns, as in `newestOf`. */
const NEWEST_EVENTS = `created_at >= $5 AND room_id >= $1 AND (room_id, created_at, id) < ($1, $2, $3)
  ORDER BY room_id DESC, created_at DESC, id DESC LIMIT $4`;

export const LIST_EVENTS = statement({
  name: "list_events",
  params: [text, instant, text, limit, instant],
  row: EVENT_ROW,
  text: `SELECT ${EVENT} FROM events WHERE ${NEWEST_EVENTS}`,
});

export const LIST_EVENTS_OF_TYPE = statement({
  name: "list_events_of_type",
  params: [text, instant, text, limit, instant, text],
  row: EVENT_ROW,
  text: `SELECT ${EVENT} FROM events WHERE type = $6 AND ${NEWEST_EVENTS}`,
});
