import { boolean, instant, json, nullable, present, statement, text } from "../platform/statement";

/**
 * Inserts the event and one delivery for each subscribed webhook of the room in one statement. Without a subscriber the
 * second half is one index lookup. A delivery for an inactive webhook is stored as paused.
 */
export const RECORD_EVENT = statement({
  name: "record_event",
  params: [text, text, text, nullable(text), text, text, nullable(json<string>()), instant, text],
  row: { isDue: present(boolean) },
  text: `
  WITH event AS (
    INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, v1_data, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  )
  INSERT INTO deliveries (id, webhook_id, event_id, billing_entity_id, state, next_attempt_at, created_at)
  SELECT gen_random_uuid(), w.id, $1, $9, (CASE WHEN w.is_active THEN 'PENDING' ELSE 'HELD' END)::delivery_state,
         CASE WHEN w.is_active THEN $8::timestamptz END, $8
  FROM webhooks w WHERE w.room_id = $3 AND $2 = ANY(w.events)
  RETURNING next_attempt_at IS NOT NULL AS "isDue"`,
});
