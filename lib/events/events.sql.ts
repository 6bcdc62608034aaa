import type { Plan } from "../platform/limits";
import {
  boolean,
  instant,
  integer,
  json,
  limit,
  narrowed,
  nullable,
  present,
  statement,
  text,
  textArray,
  uuid,
} from "../platform/statement";

/** URLs are stored normalized: a path always follows the host. A listener has none. */
export const HOST = "split_part(w.url, '/', 3)";

/** Without a URL the receiver is a listener: its deliveries are held until its stream takes them. */
const IS_DUE = "w.is_active AND w.url IS NOT NULL";

/** A suspended tenant's deliveries wait in the queue. */
const IS_SERVED = "(SELECT b.suspension IS NULL FROM billing_entities b WHERE b.id = $9)";

/** Nothing of the webhook waits for a process: a new delivery overtakes none. */
const IS_NEXT = `(
  SELECT q.id FROM partitions.deliveries_waiting q
  WHERE q.webhook_id COLLATE "C" = w.id AND q.next_attempt_at <= $8 AND (q.claimed_until IS NULL OR q.claimed_until <= $8)
  ORDER BY q.webhook_id COLLATE "C", q.next_attempt_at LIMIT 1) IS NULL`;

/** An expression of a claimed row alone: others are not looked up. */
const ofClaimed = (expression: string) => `CASE WHEN claimed_until IS NOT NULL THEN (${expression}) END`;

/**
 * Inserts the event and one delivery for each subscribed webhook of the room in one statement. Without a subscriber the
 * second half is one index lookup. A delivery for an inactive webhook is stored as paused. It has a copy of the event,
 * because the event's partition may be dropped while it waits. $10: this process claims it at once, except for the
 * hosts $11.
 */
export const RECORD_EVENT = statement({
  name: "record_event",
  params: [
    text,
    text,
    text,
    nullable(text),
    text,
    text,
    nullable(json<string>()),
    instant,
    text,
    nullable(instant),
    textArray,
    nullable(uuid),
  ],
  row: {
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
  WITH event AS (
    INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, v1_data, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  )
  INSERT INTO partitions.deliveries_waiting (id, webhook_id, event_id, event_type, event_at, object_type, object_id,
    v1_data, billing_entity_id, state, next_attempt_at, claimed_until, created_at, trace_id)
  SELECT gen_random_uuid(), w.id, $1, $2, $8, $5, $6, $7, $9, (CASE WHEN ${IS_DUE} THEN 'PENDING' ELSE 'HELD' END)::delivery_state,
         CASE WHEN ${IS_DUE} THEN $8::timestamptz END,
         CASE WHEN $10::timestamptz IS NOT NULL AND ${IS_DUE} AND ${HOST} <> ALL($11) AND ${IS_SERVED} AND ${IS_NEXT} THEN $10 END, $8, $12
  FROM webhooks w WHERE w.room_id = $3 AND $2 = ANY(w.events)
  RETURNING id, webhook_id AS "webhookId", next_attempt_at IS NOT NULL AS "isDue",
    CASE WHEN next_attempt_at IS NULL THEN (SELECT w.url IS NULL FROM webhooks w WHERE w.id = webhook_id) END AS "isForListener",
    claimed_until::text AS lease,
    ${ofClaimed(`SELECT ${HOST} FROM webhooks w WHERE w.room_id = $3 AND w.id = webhook_id`)} AS host,
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
