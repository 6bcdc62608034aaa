// SQL: bulk inserts with the rule of who may know.
import { MANAGER_ROLE, OWNER_ROLE } from "../access/roles";
import { boolean, column, instant, json, nullable, statement, text, uuid } from "../db/statement";
import { WEBHOOK_API_VERSION_V2 } from "../platform/limits";
import { OPERATIONAL_EVENTS } from "./catalog";

/**
 * The history of a webhook is open to every manager of its room, so an operational event goes only where all of them
 * may know of it.
 */
const ALL_MAY_KNOW = `NOT EXISTS (
  SELECT FROM room_members m WHERE m.room_id = r.id AND m.role >= ${MANAGER_ROLE} AND NOT CASE WHEN e.whom = 'room'
    THEN EXISTS (SELECT FROM room_members o WHERE o.user_id = m.user_id AND o.room_id = e.ref AND o.role >= ${MANAGER_ROLE})
    ELSE EXISTS (SELECT FROM organizations g JOIN organization_memberships p ON p.organization_id = g.id
        WHERE g.billing_entity_id = e.ref AND p.user_id = m.user_id
          AND p.role >= CASE e.whom WHEN 'owners' THEN ${OWNER_ROLE} ELSE ${MANAGER_ROLE} END)
      OR EXISTS (SELECT FROM users u WHERE u.id = m.user_id AND u.billing_entity_id = e.ref) END)`;

const IS_DUE = "w.is_active AND w.url IS NOT NULL";

/** The event gets no row of its own, because a room's event log is open to everyone in the room. */
export const SEND_OPERATIONAL_EVENTS = statement({
  name: "send_operational_events",
  params: {
    ids: column(text),
    types: column(text),
    objectTypes: column(text),
    objectIds: column(text),
    details: column(nullable(json<string>())),
    audiences: column(text),
    refs: column(text),
    ats: column(instant),
  },
  row: { id: uuid, webhookId: text, isForListener: nullable(boolean) },
  text: (p) => `
  WITH given AS (
    SELECT *, CASE whom WHEN 'room' THEN (SELECT billing_entity_id FROM rooms WHERE id = ref) ELSE ref END AS entity_id
    FROM unnest(${p.ids}::text[], ${p.types}::text[], ${p.objectTypes}::text[], ${p.objectIds}::text[], ${p.details}::jsonb[], ${p.audiences}::text[], ${p.refs}::text[], ${p.ats}::timestamptz[])
      AS e(id, type, object_type, object_id, details, whom, ref, at)
  )
  INSERT INTO partitions.deliveries_waiting (id, webhook_id, event_id, event_type, event_at, object_type, object_id,
    v1_data, billing_entity_id, state, next_attempt_at, created_at)
  SELECT gen_random_uuid(), w.id, e.id, e.type, e.at, e.object_type, e.object_id, e.details, e.entity_id,
    (CASE WHEN ${IS_DUE} THEN 'PENDING' ELSE 'HELD' END)::delivery_state, CASE WHEN ${IS_DUE} THEN e.at END, e.at
  FROM given e CROSS JOIN LATERAL (
    SELECT w.id, w.url, w.is_active FROM rooms r JOIN webhooks w ON w.room_id = r.id
    WHERE r.room_type = 0 AND r.billing_entity_id = e.entity_id AND e.type = ANY(w.events)
      AND w.api_version = '${WEBHOOK_API_VERSION_V2}' AND w.id <> e.object_id AND ${ALL_MAY_KNOW}
    OFFSET 0) w
  RETURNING id, webhook_id AS "webhookId",
    CASE WHEN next_attempt_at IS NULL THEN (SELECT w.url IS NULL FROM webhooks w WHERE w.id = webhook_id) END AS "isForListener"`,
});

const OF_ENTITY = OPERATIONAL_EVENTS.filter(({ audience }) => audience !== "room");

export const FIND_WITHHELD_EVENTS = statement({
  name: "find_withheld_events",
  params: { webhookId: text },
  row: { type: text },
  text: (p) => `
  SELECT k.type FROM webhooks w JOIN rooms r ON r.id = w.room_id
  CROSS JOIN (VALUES ${OF_ENTITY.map(({ type, audience }) => `('${type}', '${audience}')`).join(", ")}) AS k(type, whom)
  CROSS JOIN LATERAL (SELECT k.whom, r.billing_entity_id AS ref) e
  WHERE w.id = ${p.webhookId} AND k.type = ANY(w.events) AND NOT ${ALL_MAY_KNOW}
  ORDER BY array_position(w.events, k.type)`,
});
