// SQL: these name the queue's partition, which Prisma does not know.

import {
  boolean,
  instant,
  integer,
  json,
  narrowed,
  nullable,
  present,
  statement,
  text,
  textArray,
  uuid,
} from "../../db/statement";
import { HOST } from "../../events/events.sql";
import type { Plan } from "../../platform/limits";
import type { ApiVersion } from "./payload";

/**
 * Statements name this partition, so they touch no ended delivery. It may be empty when they are planned, so rows are
 * found by `ANY` or LATERAL: a join might then read all of it for as long as the connection lives.
 */
export const QUEUE = "partitions.deliveries_waiting";

/** Only the index of due rows has this collation, so no plan can prefer another one. */
export const OWNER = `webhook_id COLLATE "C"`;

/** OFFSET keeps the order of the joins: planned on empty tables, they would compare all rows. */
export const CLAIMED_DETAILS = `
  SELECT c.id, c.attempts + 1 AS attempt, c.is_redelivery OR c.is_test AS "isSingle", c.is_test AS "isTest",
         c.claimed_until::text AS lease, c.billing_entity_id AS "entityId", b.plan::text AS plan, b.seats,
         w.id AS "webhookId", ${HOST} AS host, w.url, w.api_version AS "apiVersion", w.custom_headers AS "sealedHeaders",
         w.standard_headers AS "standardHeaders",
         s.ciphertext AS "currentSecret", n.ciphertext AS "nextSecret", w.rotation_ends_at AS "rotationEndsAt",
         c.event_id AS "eventId", c.event_type AS "eventType", r.id AS "roomId", r.organization_id AS "organizationId",
         c.object_type AS "objectType", c.object_id AS "objectId", c.v1_data AS "v1Data", c.event_at AS "eventCreatedAt",
         c.trace_id AS "traceId"
  FROM claimed c
  CROSS JOIN LATERAL (SELECT * FROM webhooks WHERE id = c.webhook_id OFFSET 0) w
  CROSS JOIN LATERAL (SELECT id, organization_id FROM rooms WHERE id = w.room_id OFFSET 0) r
  CROSS JOIN LATERAL (SELECT plan, seats FROM billing_entities WHERE id = c.billing_entity_id OFFSET 0) b
  CROSS JOIN LATERAL (
    SELECT ciphertext FROM webhook_secrets WHERE webhook_id = w.id AND role = 'CURRENT' OFFSET 0) s
  LEFT JOIN LATERAL (
    SELECT ciphertext FROM webhook_secrets WHERE webhook_id = w.id AND role = 'NEXT' OFFSET 0) n ON true`;

export const CLAIMED_ROW = {
  id: uuid,
  attempt: integer,
  isSingle: boolean,
  isTest: boolean,
  /** Text keeps the microseconds: an attempt is finished only under the lease that it began with. */
  lease: present(text),
  entityId: text,
  plan: narrowed<Plan>()(text),
  seats: integer,
  webhookId: text,
  host: text,
  url: nullable(text),
  apiVersion: narrowed<ApiVersion>()(text),
  sealedHeaders: json<Record<string, string>>(),
  standardHeaders: boolean,
  currentSecret: text,
  nextSecret: nullable(text),
  rotationEndsAt: nullable(instant),
  eventId: text,
  eventType: text,
  roomId: text,
  organizationId: nullable(text),
  objectType: present(text),
  objectId: present(text),
  v1Data: nullable(json<unknown>()),
  eventCreatedAt: instant,
  traceId: nullable(uuid),
};

/** Rows are locked in one order. */
export const RELEASE_DELIVERIES = statement({
  name: "release_deliveries",
  params: { deliveries: json<string>("json") },
  row: {},
  text: (p) => `
  WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset(${p.deliveries}::json) AS g(id uuid, lease timestamptz, minute timestamptz)
  ), released AS (
    UPDATE ${QUEUE} SET claimed_until = NULL
    WHERE id = ANY(ARRAY(SELECT id FROM given)) AND ((id, claimed_until) IN (SELECT id, lease FROM given)) IS TRUE
    RETURNING billing_entity_id, ((SELECT jsonb_object_agg(id, minute) FROM given) ->> id::text)::timestamptz AS minute
  )
  INSERT INTO delivery_minutes AS m (billing_entity_id, minute, given, last_given)
  SELECT billing_entity_id, minute, 0, count(*) FROM released GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (billing_entity_id, minute) DO UPDATE SET given = greatest(0, m.given - excluded.last_given)`,
});

export const READ_CLAIMED_DELIVERY = statement({
  name: "read_claimed_delivery",
  params: { deliveryId: uuid },
  row: CLAIMED_ROW,
  text: (p) => `WITH claimed AS (SELECT * FROM ${QUEUE} WHERE id = ${p.deliveryId}) ${CLAIMED_DETAILS}`,
});

export const CREATE_CLAIMED_DELIVERY = statement({
  name: "create_claimed_delivery",
  params: {
    id: uuid,
    webhookId: text,
    eventId: text,
    entityId: text,
    minute: instant,
    deliveriesMax: integer,
    isTest: boolean,
    claimedUntil: instant,
    at: instant,
    eventType: text,
    eventAt: instant,
    objectType: text,
    objectId: text,
    v1Data: nullable(json<string>()),
  },
  row: { id: uuid },
  text: (p) => `
  WITH given AS (
    INSERT INTO delivery_minutes AS m (billing_entity_id, minute, given, last_given) VALUES (${p.entityId}, ${p.minute}, 1, 1)
    ON CONFLICT (billing_entity_id, minute) DO UPDATE SET given = m.given + 1, last_given = 1 WHERE m.given < ${p.deliveriesMax}
    RETURNING 1
  )
  INSERT INTO ${QUEUE} (id, webhook_id, event_id, billing_entity_id, is_redelivery, is_test, next_attempt_at, claimed_until,
    created_at, event_type, event_at, object_type, object_id, v1_data)
  SELECT ${p.id}, ${p.webhookId}, ${p.eventId}, ${p.entityId}, NOT ${p.isTest}::boolean, ${p.isTest}, ${p.claimedUntil}, ${p.claimedUntil}, ${p.at}, ${p.eventType}, ${p.eventAt}, ${p.objectType}, ${p.objectId}, ${p.v1Data} FROM given RETURNING id`,
});

/** Rows that an attempt has locked are skipped, so that neither waits for the other; the sweep pauses them. */
export const PAUSE_DELIVERIES = statement({
  name: "pause_deliveries",
  params: { webhookIds: textArray, now: instant },
  row: {},
  text: (p) => `
    UPDATE ${QUEUE} SET state = 'HELD', next_attempt_at = NULL, claimed_until = NULL
    WHERE id = ANY(ARRAY(
      SELECT d.id FROM ${QUEUE} d JOIN webhooks w ON w.id = d.webhook_id AND NOT w.is_active
      WHERE d.${OWNER} = ANY(${p.webhookIds}) AND d.next_attempt_at IS NOT NULL
        AND (d.claimed_until IS NULL OR d.claimed_until <= ${p.now})
      ORDER BY d.${OWNER}, d.next_attempt_at
      FOR UPDATE OF d SKIP LOCKED))`,
});

const isPaused = (p: { webhookId: string }) => `webhook_id = ${p.webhookId} AND state = 'HELD' AND NOT is_test`;

export const COUNT_PAUSED_DELIVERIES = statement({
  name: "count_paused_deliveries",
  params: { webhookId: text },
  row: { count: integer },
  text: (p) => `SELECT count(*)::int AS count FROM ${QUEUE} WHERE ${isPaused(p)}`,
});

export const RECOVER_PAUSED_DELIVERIES = statement({
  name: "recover_paused_deliveries",
  params: { webhookId: text, now: instant },
  row: { id: uuid },
  text: (p) => `UPDATE ${QUEUE} SET state = 'PENDING', next_attempt_at = ${p.now} WHERE ${isPaused(p)} RETURNING id`,
});

export const FIND_INACTIVE_WEBHOOKS_WITH_DUE_DELIVERIES = statement({
  name: "find_inactive_webhooks_with_due_deliveries",
  row: { id: text },
  readsAll: "each minute, of all webhooks: few rows beside those of deliveries",
  text: `
    SELECT w.id FROM webhooks w WHERE NOT w.is_active
    AND (SELECT d.next_attempt_at FROM ${QUEUE} d WHERE d.${OWNER} = w.id AND d.next_attempt_at IS NOT NULL
         ORDER BY d.next_attempt_at LIMIT 1) IS NOT NULL`,
});

export const ERASE_DELIVERY_MINUTES = statement({
  name: "erase_delivery_minutes",
  params: { minute: instant },
  row: {},
  text: (p) => `DELETE FROM delivery_minutes WHERE minute < ${p.minute}`,
});
