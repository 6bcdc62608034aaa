import { boolean, instant, json, limit, nullable, present, statement, text } from "../platform/statement";

/** URLs are stored normalized: a path always follows the host. A listener has none. */
export const HOST = "split_part(w.url, '/', 3)";

/** Without a URL the receiver is a listener: its deliveries are held until its stream takes them. */
const IS_DUE = "w.is_active AND w.url IS NOT NULL";

/**
 * Inserts the event and one delivery for each subscribed webhook of the room in one statement. Without a subscriber the
 * second half is one index lookup. A delivery for an inactive webhook is stored as paused. It has a copy of the event,
 * because the event's partition may be dropped while it waits.
 */
export const RECORD_EVENT = statement({
  name: "record_event",
  params: [text, text, text, nullable(text), text, text, nullable(json<string>()), instant, text],
  row: {
    webhookId: text,
    isDue: present(boolean),
    /** Held for a listener, and not because the webhook is inactive. */
    isForListener: nullable(boolean),
  },
  text: `
  WITH event AS (
    INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, v1_data, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  )
  INSERT INTO partitions.deliveries_waiting (id, webhook_id, event_id, event_type, event_at, object_type, object_id,
    v1_data, billing_entity_id, state, next_attempt_at, created_at)
  SELECT gen_random_uuid(), w.id, $1, $2, $8, $5, $6, $7, $9, (CASE WHEN ${IS_DUE} THEN 'PENDING' ELSE 'HELD' END)::delivery_state,
         CASE WHEN ${IS_DUE} THEN $8::timestamptz END, $8
  FROM webhooks w WHERE w.room_id = $3 AND $2 = ANY(w.events)
  RETURNING webhook_id AS "webhookId", next_attempt_at IS NOT NULL AS "isDue",
    CASE WHEN next_attempt_at IS NULL THEN (SELECT w.url IS NULL FROM webhooks w WHERE w.id = webhook_id) END AS "isForListener"`,
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
