// SQL: the delivery bench measures the write, and lists join partitions.

import { isoText } from "../../db/pool";
import { listStatement } from "../../db/read-page";
import {
  boolean,
  instant,
  instantText,
  integer,
  nullable,
  type SqlType,
  statement,
  text,
  textArray,
  uuid,
} from "../../db/statement";
import { RESERVATION_LIFETIME_MS, UNITS } from "../../platform/limits";
import { QUEUE } from "../delivery/deliveries.sql";
import { TALLY_WEBHOOKS } from "../settings/webhooks.sql";

const array = (type: string): SqlType<readonly unknown[]> => ({ type: `${type}[]`, isNullable: false });

const COLUMNS = `a.id, a.webhook_id AS "webhookId", a.event, a.event_id AS "eventId", a.delivery_id AS "deliveryId",
  a.success, a.status_code AS "statusCode", a.error, a.attempt, a.duration_ms AS "durationMs",
  ${isoText("a.delivered_at")} AS "deliveredAt", ${isoText("a.next_retry_at")} AS "nextRetryAt",
  ${isoText("a.finalized_at")} AS "finalizedAt"`;

const ROW = {
  id: text,
  webhookId: text,
  event: text,
  eventId: nullable(text),
  deliveryId: nullable(uuid),
  success: boolean,
  statusCode: nullable(integer),
  error: nullable(text),
  attempt: integer,
  durationMs: nullable(integer),
  deliveredAt: instantText,
  nextRetryAt: nullable(instantText),
  finalizedAt: nullable(instantText),
};

export const LIST_ATTEMPTS = listStatement({
  name: "list_delivery_attempts",
  row: ROW,
  select: `SELECT ${COLUMNS} FROM delivery_attempts a WHERE`,
  owner: "a.webhook_id",
  id: "a.id",
});

export const FIND_NEWEST_ATTEMPT = statement({
  name: "find_newest_attempt",
  params: [uuid],
  row: ROW,
  text: `SELECT ${COLUMNS} FROM delivery_attempts a WHERE a.delivery_id = $1 ORDER BY a.id DESC LIMIT 1`,
});

/** An attempt is younger than its event, so the lowest id of the oldest event, $4, finds the partitions. */
export const LIST_ATTEMPTS_OF_EVENTS = statement({
  name: "list_attempts_of_events",
  params: [text, textArray, array("timestamp with time zone"), text],
  row: { ...ROW, ofEventId: text, isRedelivery: boolean, isTest: boolean },
  text: `
    SELECT ${COLUMNS}, d.event_id AS "ofEventId", d.is_redelivery AS "isRedelivery", d.is_test AS "isTest"
    FROM unnest($2::text[], $3::timestamptz[]) AS e(id, at)
    JOIN deliveries d ON d.event_id = e.id AND d.event_at = e.at AND d.webhook_id = $1
    JOIN delivery_attempts a ON a.delivery_id = d.id AND a.id >= $4 ORDER BY a.id`,
});

export const FIND_EVENT_OF_ATTEMPT = statement({
  name: "find_event_of_attempt",
  params: [text, text],
  row: { eventId: text, eventAt: instant },
  text: `
    SELECT d.event_id AS "eventId", d.event_at AS "eventAt"
    FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE a.id = $1 AND a.webhook_id = $2`,
});

export const LOCK_ORIGINAL_ATTEMPT = statement({
  name: "lock_original_attempt",
  params: [text, text],
  row: { isActive: boolean, apiVersion: text, payload: text, eventId: nullable(text) },
  text: `
    SELECT w.is_active AS "isActive", w.api_version AS "apiVersion", a.payload,
      coalesce(d.event_id, a.event_id) AS "eventId"
    FROM delivery_attempts a JOIN webhooks w ON w.id = a.webhook_id LEFT JOIN deliveries d ON d.id = a.delivery_id
    WHERE a.id = $1 AND a.webhook_id = $2 FOR SHARE OF w`,
});

/** PostgreSQL reads arrays of columns in a fraction of the time that it takes for a list of JSON objects. */
export const FINISHED_COLUMNS = [
  ["id", "text"],
  ["webhookId", "text"],
  ["deliveryId", "uuid"],
  ["event", "text"],
  ["eventId", "text"],
  ["isTest", "boolean"],
  ["success", "boolean"],
  ["statusCode", "integer"],
  ["error", "text"],
  ["attempt", "integer"],
  ["durationMs", "integer"],
  ["deliveredAt", "timestamp with time zone"],
  ["nextRetryAt", "timestamp with time zone"],
  ["finalizedAt", "timestamp with time zone"],
  ["payload", "text"],
  ["requestHeaders", "jsonb"],
  ["responsePreview", "text"],
  ["attempts", "integer"],
  ["lease", "timestamp with time zone"],
  ["reservationId", "uuid"],
  ["payerId", "text"],
] as const;

export const TALLY_COLUMNS = [
  ["id", "text"],
  ["failures", "integer"],
  ["succeededAt", "timestamp with time zone"],
  ["failedAt", "timestamp with time zone"],
] as const;

type Columns = readonly (readonly [name: string, type: string])[];
const unnest = (columns: Columns, before: number) =>
  `unnest(${columns.map(([, type], index) => `$${before + index + 1}::${type}[]`).join(", ")})`;
const nameAll = (columns: Columns) => columns.map(([name]) => `"${name}"`).join(", ");

const PAID_HOUR = `date_trunc('hour', expires_at - interval '${RESERVATION_LIFETIME_MS} milliseconds', 'UTC')`;

/** A join may not be hashed here, and would compare each pair of rows. */
const retryOf = (index: number, type: string) =>
  `((SELECT by_delivery FROM retries) -> d.id::text ->> ${index})::${type}`;

/**
 * An attempt changes its delivery only under its lease: after a lapsed claim another process decides. An ended delivery
 * is deleted and inserted, because a process that waits for a moved row gets an error. Late attempts lock their webhook
 * before the tally changes it. Writes that nothing reads run from the last to the first, so the ledger comes last.
 */
export const FINISH_ATTEMPTS = statement({
  name: "finish_attempts",
  params: [...[...FINISHED_COLUMNS, ...TALLY_COLUMNS].map(([, type]) => array(type)), integer],
  row: { id: text },
  text: `
  WITH made AS MATERIALIZED (
    SELECT * FROM ${unnest(FINISHED_COLUMNS, 0)} AS m(${nameAll(FINISHED_COLUMNS)})
  ), left_queue AS (
    DELETE FROM ${QUEUE} WHERE id = ANY(ARRAY(SELECT "deliveryId" FROM made WHERE "nextRetryAt" IS NULL))
      AND ((id, claimed_until) IN (SELECT "deliveryId", lease FROM made)) IS TRUE
    RETURNING *, id IN (SELECT "deliveryId" FROM made WHERE success) AS success,
      id IN (SELECT "deliveryId" FROM made WHERE attempts = attempt) AS "isSent"
  ), retries AS MATERIALIZED (
    SELECT jsonb_object_agg("deliveryId", jsonb_build_array(attempts, "nextRetryAt")) AS by_delivery
    FROM made WHERE "nextRetryAt" IS NOT NULL
  ), retried AS (
    UPDATE ${QUEUE} d SET attempts = ${retryOf(0, "int")}, next_attempt_at = ${retryOf(1, "timestamptz")},
      claimed_until = NULL, state = 'RETRYING'
    WHERE d.id = ANY(ARRAY(SELECT "deliveryId" FROM made WHERE "nextRetryAt" IS NOT NULL))
      AND ((d.id, d.claimed_until) IN (SELECT "deliveryId", lease FROM made)) IS TRUE
    RETURNING d.id
  ), changed AS (
    SELECT id FROM left_queue UNION ALL SELECT id FROM retried
  ), late AS (
    SELECT w.id FROM webhooks w
    WHERE w.id = ANY(ARRAY(SELECT "webhookId" FROM made WHERE "deliveryId" NOT IN (SELECT id FROM changed))) FOR KEY SHARE
  ), done AS (
    DELETE FROM unit_reservations
    WHERE id = ANY(ARRAY(SELECT "reservationId" FROM made WHERE "reservationId" IS NOT NULL))
    RETURNING id, billing_entity_id, month, units, expires_at
  ), of_reservation AS MATERIALIZED (
    SELECT jsonb_object_agg("reservationId", "webhookId") AS webhooks,
      coalesce(jsonb_object_agg("reservationId", true) FILTER (WHERE NOT success), '{}') AS failures
    FROM made WHERE "reservationId" IS NOT NULL
  ), paid AS MATERIALIZED (
    SELECT billing_entity_id, month, ${PAID_HOUR} AS hour, (SELECT webhooks FROM of_reservation) ->> id::text AS webhook_id,
      (SELECT failures FROM of_reservation) ? id::text AS failed, units, units AS reserved
    FROM done
    UNION ALL
    SELECT "payerId", (date_trunc('month', "deliveredAt", 'UTC') AT TIME ZONE 'UTC')::date,
      date_trunc('hour', "deliveredAt", 'UTC'), "webhookId", NOT success, ${UNITS.webhookDelivery}, 0
    FROM made WHERE "payerId" IS NOT NULL
  ), confirmed AS (
    -- Where units were reserved the row is there. Rows are locked in one order.
    INSERT INTO unit_ledger AS l (billing_entity_id, month, confirmed, reserved)
    SELECT billing_entity_id, month, sum(units), sum(reserved) FROM paid GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (billing_entity_id, month) DO UPDATE
    SET confirmed = l.confirmed + excluded.confirmed, reserved = l.reserved - excluded.reserved
  ), hours AS (
    INSERT INTO delivery_hours AS h (billing_entity_id, hour, webhook_id, attempts, failed, units)
    SELECT billing_entity_id, hour, webhook_id, count(*), count(*) FILTER (WHERE failed), sum(units)
    FROM paid GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (billing_entity_id, hour, webhook_id) DO UPDATE SET attempts = h.attempts + excluded.attempts,
      failed = h.failed + excluded.failed, units = h.units + excluded.units
  ), kept AS (
    INSERT INTO partitions.deliveries_ended (id, webhook_id, event_id, event_type, event_at, object_type, object_id, v1_data,
      billing_entity_id, state, attempts, is_redelivery, is_test, created_at)
    SELECT id, webhook_id, event_id, event_type, event_at, CASE WHEN NOT success THEN object_type END,
      CASE WHEN NOT success THEN object_id END, CASE WHEN NOT success THEN v1_data END,
      billing_entity_id, (CASE WHEN success THEN 'SUCCEEDED' ELSE 'FAILED' END)::delivery_state,
      attempts + "isSent"::int, is_redelivery, is_test, created_at
    FROM left_queue
  ), saved AS (
    INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, is_test, success, status_code, error, attempt,
      duration_ms, delivered_at, next_retry_at, finalized_at, payload, request_headers, response_preview)
    SELECT m.id, "webhookId", "deliveryId", event, "eventId", "isTest", success, "statusCode", error, attempt,
      "durationMs", "deliveredAt", "nextRetryAt", "finalizedAt", payload, "requestHeaders", "responsePreview"
    FROM made m
    WHERE "deliveryId" IN (SELECT id FROM changed) OR "webhookId" IN (SELECT id FROM late)
  ), tally AS MATERIALIZED (
    SELECT * FROM ${unnest(TALLY_COLUMNS, FINISHED_COLUMNS.length)} AS t(${nameAll(TALLY_COLUMNS)})
  ), ${TALLY_WEBHOOKS("late", `$${FINISHED_COLUMNS.length + TALLY_COLUMNS.length + 1}`)}
  SELECT id FROM tallied WHERE NOT is_active`,
});
