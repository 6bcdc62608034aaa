import { isoText } from "../platform/pool";
import { listStatement } from "../platform/read-page";
import { boolean, instantText, integer, nullable, text, uuid } from "../platform/statement";

export const ATTEMPT_COLUMNS = `a.id, a.webhook_id AS "webhookId", a.event, a.event_id AS "eventId", a.delivery_id AS "deliveryId",
  a.success, a.status_code AS "statusCode", a.error, a.attempt, a.duration_ms AS "durationMs",
  ${isoText("a.delivered_at")} AS "deliveredAt", ${isoText("a.next_retry_at")} AS "nextRetryAt",
  ${isoText("a.finalized_at")} AS "finalizedAt"`;

export const ATTEMPT_ROW = {
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
  row: ATTEMPT_ROW,
  select: `SELECT ${ATTEMPT_COLUMNS} FROM delivery_attempts a WHERE`,
  owner: "a.webhook_id",
  id: "a.id",
});
