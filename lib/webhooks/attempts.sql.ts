import { isoText } from "../platform/pool";
import { listStatement } from "../platform/read-page";
import {
  boolean,
  instant,
  instantText,
  integer,
  limit,
  nullable,
  type SqlType,
  statement,
  text,
  uuid,
} from "../platform/statement";

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

export const FIND_ATTEMPT = statement({
  name: "find_delivery_attempt",
  params: [text, text],
  row: {},
  text: "SELECT FROM delivery_attempts WHERE id = $1 AND webhook_id = $2",
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

/** Columns as arrays: PostgreSQL reads them in a fraction of the time that it takes for a list of JSON objects. */
export const FINISHED_COLUMNS = [
  ["id", "text"],
  ["webhookId", "text"],
  ["deliveryId", "uuid"],
  ["event", "text"],
  ["eventId", "text"],
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
] as const;

const array = (type: string): SqlType<readonly unknown[]> => ({ type: `${type}[]`, isNullable: false });

/** The delivery changes only under the lease of its attempt: after a lapsed claim another process decides. */
export const FINISH_ATTEMPTS = statement({
  name: "finish_attempts",
  params: FINISHED_COLUMNS.map(([, type]) => array(type)),
  row: {},
  text: `
  WITH made AS (
    SELECT * FROM unnest(${FINISHED_COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
      AS m(${FINISHED_COLUMNS.map(([name]) => `"${name}"`).join(", ")})
  ), history AS (
    INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, success, status_code, error, attempt,
      duration_ms, delivered_at, next_retry_at, finalized_at, payload, request_headers, response_preview)
    SELECT m.id, "webhookId", "deliveryId", event, "eventId", success, "statusCode", error, attempt,
      "durationMs", "deliveredAt", "nextRetryAt", "finalizedAt", payload, "requestHeaders", "responsePreview"
    FROM made m WHERE EXISTS (SELECT 1 FROM deliveries d WHERE d.id = m."deliveryId")
  )
  UPDATE deliveries d SET attempts = m.attempts, next_attempt_at = m."nextRetryAt", claimed_until = NULL,
    state = (CASE WHEN m.success THEN 'SUCCEEDED' WHEN m."nextRetryAt" IS NULL THEN 'FAILED' ELSE 'RETRYING' END)::delivery_state
  FROM made m WHERE d.id = m."deliveryId" AND d.claimed_until = m.lease`,
});

export const ERASE_ATTEMPTS = statement({
  name: "erase_delivery_attempts",
  params: [instant, limit],
  row: { erased: integer },
  text: `
    DELETE FROM delivery_attempts
    WHERE id IN (SELECT id FROM delivery_attempts WHERE delivered_at < $1 LIMIT $2) RETURNING 1 AS erased`,
});

/** Deliveries are deleted with their events. Waiting and paused ones are kept, however old. */
export const ERASE_EVENTS = statement({
  name: "erase_events",
  params: [instant, limit],
  row: { erased: integer },
  text: `
    DELETE FROM events WHERE id IN (
      SELECT e.id FROM events e WHERE e.created_at < $1 AND NOT EXISTS (
        SELECT 1 FROM deliveries d WHERE d.event_id = e.id
          AND (d.state IN ('PENDING', 'RETRYING', 'HELD') OR d.created_at >= $1))
      LIMIT $2) RETURNING 1 AS erased`,
});
