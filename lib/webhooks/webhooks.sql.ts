import { boolean, instant, nullable, statement, text } from "../platform/statement";

export const FIND_WEBHOOK_OF_ROOM = statement({
  name: "find_webhook_of_room",
  params: [text, text],
  row: { roomName: text },
  text: `
    SELECT r.name AS "roomName" FROM webhooks w JOIN rooms r ON r.id = w.room_id WHERE w.id = $1 AND w.room_id = $2`,
});

/** One registration at a time for a room, so that the count is exact. */
export const LOCK_WEBHOOK_ROOM = statement({
  name: "lock_webhook_room",
  params: [text],
  row: {},
  text: "SELECT FROM rooms WHERE id = $1 FOR NO KEY UPDATE",
});

/** Of two clicks at once the second one sees the rows that the first has written. */
export const LOCK_WEBHOOK = statement({
  name: "lock_webhook",
  params: [text],
  row: { isActive: boolean, rotationEndsAt: nullable(instant) },
  text: `
    SELECT is_active AS "isActive", rotation_ends_at AS "rotationEndsAt" FROM webhooks
    WHERE id = $1 FOR NO KEY UPDATE`,
});

const promote = (ended: string) => `
  WITH ended AS (
    UPDATE webhooks SET rotation_started_at = NULL, rotation_ends_at = NULL, updated_at = $1
    WHERE ${ended} RETURNING id
  ), promoted AS (
    DELETE FROM webhook_secrets s USING ended e WHERE s.webhook_id = e.id AND s.role = 'NEXT'
    RETURNING s.webhook_id, s.ciphertext, s.created_at
  )
  UPDATE webhook_secrets s SET ciphertext = p.ciphertext, created_at = p.created_at
  FROM promoted p WHERE s.webhook_id = p.webhook_id AND s.role = 'CURRENT' RETURNING s.webhook_id AS id`;

/** The next secret replaces the current one, which is deleted. */
export const PROMOTE_NEXT_SECRET = statement({
  name: "promote_next_secret",
  params: [instant, text],
  row: { id: text },
  text: promote("rotation_ends_at IS NOT NULL AND id = $2"),
});

export const PROMOTE_ENDED_ROTATIONS = statement({
  name: "promote_ended_rotations",
  params: [instant],
  row: { id: text },
  text: promote("rotation_ends_at <= $1"),
});

/**
 * Counts `tally (id, failures, "succeededAt", "failedAt")` in `tallied`, once `first` has run. Rows are locked in one order.
 * A success that changes nothing writes nothing: `last_success_at` may be an hour behind.
 */
export const TALLY_WEBHOOKS = (first: string, failuresMax: string) => `
  counted AS (
    SELECT w.id, t."succeededAt", t."failedAt",
           CASE WHEN t."succeededAt" IS NULL THEN w.consecutive_failures ELSE 0 END + t.failures AS failures
    FROM tally t JOIN webhooks w ON w.id = t.id
    WHERE w.id = ANY(ARRAY(SELECT id FROM tally)) AND (t.failures > 0 OR w.consecutive_failures > 0 OR w.last_success_at IS NULL
       OR w.last_success_at < t."succeededAt" - interval '1 hour') AND (SELECT count(*) FROM ${first}) >= 0
    ORDER BY w.id FOR NO KEY UPDATE OF w
  ), tallied AS (
    UPDATE webhooks w SET consecutive_failures = c.failures, last_success_at = coalesce(c."succeededAt", w.last_success_at),
      is_active = w.is_active AND c.failures < ${failuresMax},
      disabled_at = CASE WHEN w.is_active AND c.failures >= ${failuresMax} THEN c."failedAt" ELSE w.disabled_at END,
      disabled_reason = CASE WHEN w.is_active AND c.failures >= ${failuresMax} THEN 'failures' ELSE w.disabled_reason END
    FROM counted c WHERE w.id = ANY(ARRAY(SELECT id FROM counted)) AND w.id = c.id
    RETURNING w.id, w.is_active
  )`;
