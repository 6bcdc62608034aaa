// SQL: the delivery bench measures the write, and lists join partitions.

import { isoText } from "../../db/pool";
import { listStatement } from "../../db/read-page";
import {
  boolean,
  instant,
  instantText,
  integer,
  nullable,
  type Placeholders,
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
  params: { deliveryId: uuid },
  row: ROW,
  text: (p) =>
    `SELECT ${COLUMNS} FROM delivery_attempts a WHERE a.delivery_id = ${p.deliveryId} ORDER BY a.id DESC LIMIT 1`,
});

/** An attempt is younger than its event, so the lowest id of the oldest event finds the partitions. */
export const LIST_ATTEMPTS_OF_EVENTS = statement({
  name: "list_attempts_of_events",
  params: { webhookId: text, eventIds: textArray, times: array("timestamp with time zone"), lowest: text },
  row: { ...ROW, ofEventId: text, isRedelivery: boolean, isTest: boolean },
  text: (p) => `
    SELECT ${COLUMNS}, d.event_id AS "ofEventId", d.is_redelivery AS "isRedelivery", d.is_test AS "isTest"
    FROM unnest(${p.eventIds}::text[], ${p.times}::timestamptz[]) AS e(id, at)
    JOIN deliveries d ON d.event_id = e.id AND d.event_at = e.at AND d.webhook_id = ${p.webhookId}
    JOIN delivery_attempts a ON a.delivery_id = d.id AND a.id >= ${p.lowest} ORDER BY a.id`,
});

export const FIND_EVENT_OF_ATTEMPT = statement({
  name: "find_event_of_attempt",
  params: { attemptId: text, webhookId: text },
  row: { eventId: text, eventAt: instant },
  text: (p) => `
    SELECT d.event_id AS "eventId", d.event_at AS "eventAt"
    FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE a.id = ${p.attemptId} AND a.webhook_id = ${p.webhookId}`,
});

export const LOCK_ORIGINAL_ATTEMPT = statement({
  name: "lock_original_attempt",
  params: { attemptId: text, webhookId: text },
  row: { isActive: boolean, apiVersion: text, payload: text, eventId: nullable(text) },
  text: (p) => `
    SELECT w.is_active AS "isActive", w.api_version AS "apiVersion", a.payload,
      coalesce(d.event_id, a.event_id) AS "eventId"
    FROM delivery_attempts a JOIN webhooks w ON w.id = a.webhook_id LEFT JOIN deliveries d ON d.id = a.delivery_id
    WHERE a.id = ${p.attemptId} AND a.webhook_id = ${p.webhookId} FOR SHARE OF w`,
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
type NamedColumn<Prefix extends string, Of extends Columns> = `${Prefix}.${Of[number][0]}`;

/** The columns of both lists are parameters, and both have an id. */
export function nameColumns<Prefix extends string, Of extends Columns, T>(
  prefix: Prefix,
  columns: Of,
  fill: (column: Of[number]) => T,
) {
  const named = columns.map((column) => [`${prefix}.${column[0]}`, fill(column)]);
  return Object.fromEntries(named) as Readonly<Record<NamedColumn<Prefix, Of>, T>>;
}

const unnest = <Prefix extends string, Of extends Columns>(
  p: Placeholders<NamedColumn<Prefix, Of>>,
  prefix: Prefix,
  columns: Of,
) => {
  const placeOf: Readonly<Record<string, string>> = p;
  return `unnest(${columns.map(([name, type]) => `${placeOf[`${prefix}.${name}`]}::${type}[]`).join(", ")})`;
};
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
  params: {
    ...nameColumns("made", FINISHED_COLUMNS, ([, type]) => array(type)),
    ...nameColumns("tally", TALLY_COLUMNS, ([, type]) => array(type)),
    failuresMax: integer,
  },
  row: { id: text },
  text: (p) => `
  WITH made AS MATERIALIZED (
    SELECT * FROM ${unnest(p, "made", FINISHED_COLUMNS)} AS m(${nameAll(FINISHED_COLUMNS)})
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
    SELECT * FROM ${unnest(p, "tally", TALLY_COLUMNS)} AS t(${nameAll(TALLY_COLUMNS)})
  ), ${TALLY_WEBHOOKS("late", p.failuresMax)}
  SELECT id FROM tallied WHERE NOT is_active`,
});
