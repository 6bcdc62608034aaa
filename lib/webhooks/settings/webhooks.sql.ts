// SQL: locks, a rotation in one statement, and a read on the path of /v1.

import { boolean, instant, nullable, statement, text } from "../../db/statement";

export const FIND_WEBHOOK_OF_ROOM = statement({
  name: "find_webhook_of_room",
  params: { webhookId: text, roomId: text },
  row: { roomName: text },
  text: (p) => `
    SELECT r.name AS "roomName" FROM webhooks w JOIN rooms r ON r.id = w.room_id WHERE w.id = ${p.webhookId} AND w.room_id = ${p.roomId}`,
});

/** Registrations of a room take turns, so that the count is exact. */
export const LOCK_WEBHOOK_ROOM = statement({
  name: "lock_webhook_room",
  params: { roomId: text },
  row: {},
  text: (p) => `SELECT FROM rooms WHERE id = ${p.roomId} FOR NO KEY UPDATE`,
});

/** The second of two clicks waits, and sees the rows of the first. */
export const LOCK_WEBHOOK = statement({
  name: "lock_webhook",
  params: { webhookId: text },
  row: { isActive: boolean, rotationEndsAt: nullable(instant) },
  text: (p) => `
    SELECT is_active AS "isActive", rotation_ends_at AS "rotationEndsAt" FROM webhooks
    WHERE id = ${p.webhookId} FOR NO KEY UPDATE`,
});

const promote = (p: { now: string }, ended: string) => `
  WITH ended AS (
    UPDATE webhooks SET rotation_started_at = NULL, rotation_ends_at = NULL, updated_at = ${p.now}
    WHERE ${ended} RETURNING id
  ), promoted AS (
    DELETE FROM webhook_secrets s USING ended e WHERE s.webhook_id = e.id AND s.role = 'NEXT'
    RETURNING s.webhook_id, s.ciphertext, s.created_at
  )
  UPDATE webhook_secrets s SET ciphertext = p.ciphertext, created_at = p.created_at
  FROM promoted p WHERE s.webhook_id = p.webhook_id AND s.role = 'CURRENT' RETURNING s.webhook_id AS id`;

export const PROMOTE_NEXT_SECRET = statement({
  name: "promote_next_secret",
  params: { now: instant, webhookId: text },
  row: { id: text },
  text: (p) => promote(p, `rotation_ends_at IS NOT NULL AND id = ${p.webhookId}`),
});

export const PROMOTE_ENDED_ROTATIONS = statement({
  name: "promote_ended_rotations",
  params: { now: instant },
  row: { id: text },
  text: (p) => promote(p, `rotation_ends_at <= ${p.now}`),
});

/** The count is looked up by its id, because a join could not be hashed. */
const countedOf = (index: number, type: string) => `((SELECT by_webhook FROM counts) -> w.id ->> ${index})::${type}`;
const FAILURES = countedOf(0, "int");

/**
 * Rows are locked in one order. A success that changes nothing writes nothing, so `last_success_at` may be an hour
 * behind.
 */
export const TALLY_WEBHOOKS = (first: string, failuresMax: string) => `
  counted AS MATERIALIZED (
    SELECT t.id, t."succeededAt", t."failedAt",
           CASE WHEN t."succeededAt" IS NULL THEN w.consecutive_failures ELSE 0 END + t.failures AS failures
    FROM (SELECT * FROM tally WHERE (SELECT count(*) FROM ${first}) >= 0 ORDER BY id OFFSET 0) t CROSS JOIN LATERAL (
      SELECT consecutive_failures FROM webhooks
      WHERE id = t.id AND (t.failures > 0 OR consecutive_failures > 0 OR last_success_at IS NULL
        OR last_success_at < t."succeededAt" - interval '1 hour')
      FOR NO KEY UPDATE) w
  ), counts AS MATERIALIZED (
    SELECT jsonb_object_agg(id, jsonb_build_array(failures, "succeededAt", "failedAt")) AS by_webhook FROM counted
  ), tallied AS (
    UPDATE webhooks w SET consecutive_failures = ${FAILURES},
      last_success_at = coalesce(${countedOf(1, "timestamptz")}, w.last_success_at),
      is_active = w.is_active AND ${FAILURES} < ${failuresMax},
      disabled_at = CASE WHEN w.is_active AND ${FAILURES} >= ${failuresMax} THEN ${countedOf(2, "timestamptz")} ELSE w.disabled_at END,
      disabled_reason = CASE WHEN w.is_active AND ${FAILURES} >= ${failuresMax} THEN 'failures' ELSE w.disabled_reason END
    WHERE w.id = ANY(ARRAY(SELECT id FROM counted))
    RETURNING w.id, w.is_active
  )`;
