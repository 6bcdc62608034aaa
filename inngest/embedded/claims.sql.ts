// SQL: locks and the queue of the embedded runner.
import { boolean, instant, integer, json, limit, nullable, statement, text } from "../../lib/db/statement";

/** $1 token, $2 end of the lease, $3 now, $4 rules of the functions by id, $5 free lanes. */
const PARAMS = [text, instant, instant, json<string>(), limit] as const;

const ROW = {
  id: text,
  functionId: text,
  attempt: integer,
  lapses: integer,
  isResumed: boolean,
  eventId: nullable(text),
  eventName: nullable(text),
  data: nullable(json<Readonly<Record<string, unknown>>>()),
  receivedAt: nullable(instant),
};

/** A run past its timeout waits to be cancelled, even if the cancelling statement found it locked. */
const IN_TIME = "(expires_at IS NULL OR expires_at > $3)";

const TAKE = `claimed AS (
    UPDATE runner_runs r SET leased_by = $1, leased_until = $2, wake_at = $2,
      lapses = r.lapses + (r.leased_by IS NOT NULL)::int, started_at = coalesce(r.started_at, $3),
      expires_at = CASE WHEN r.started_at IS NULL
        THEN $3 + ($4::jsonb -> r.function_id ->> 'finishWithinMs')::float8 * interval '1 millisecond'
        ELSE r.expires_at END
    FROM due WHERE r.id = due.id
    RETURNING r.*, due.old_wake_at, due.is_resumed
  )
  SELECT c.id, c.function_id AS "functionId", c.attempt, c.lapses, c.is_resumed AS "isResumed", c.event_id AS "eventId",
    e.name AS "eventName", e.data, e.received_at AS "receivedAt"
  FROM claimed c LEFT JOIN runner_events e ON e.id = c.event_id
  ORDER BY c.old_wake_at, c.id`;

export const CLAIM_FREE = statement({
  name: "runner_claim_free",
  params: PARAMS,
  row: ROW,
  text: `
  WITH due AS (
    SELECT id, wake_at AS old_wake_at, started_at IS NOT NULL AS is_resumed FROM runner_runs
    WHERE state = 'READY' AND concurrency_key = '' AND wake_at <= $3::timestamptz AND ${IN_TIME}
      AND $4::jsonb ? function_id
    ORDER BY wake_at, id LIMIT $5 FOR UPDATE SKIP LOCKED
  ), ${TAKE}`,
});

export const CLAIM_LIMITED = statement({
  name: "runner_claim_limited",
  params: PARAMS,
  row: ROW,
  text: `
  WITH RECURSIVE keys AS (
    (SELECT concurrency_key AS key FROM runner_runs
     WHERE state = 'READY' AND concurrency_key > '' AND wake_at <= $3::timestamptz ORDER BY concurrency_key LIMIT 1)
    UNION ALL
    SELECT (SELECT concurrency_key FROM runner_runs
            WHERE state = 'READY' AND concurrency_key > k.key AND wake_at <= $3 ORDER BY concurrency_key LIMIT 1)
    FROM keys k WHERE k.key IS NOT NULL
  ), busy AS (
    SELECT concurrency_key AS key, count(*) AS runs FROM runner_runs
    WHERE leased_until > $3 AND concurrency_key > '' GROUP BY 1
  ), chosen AS (
    SELECT r.id FROM keys k LEFT JOIN busy b USING (key) CROSS JOIN LATERAL (
      SELECT id, wake_at, row_number() OVER (ORDER BY wake_at, id) AS place,
        ($4::jsonb -> function_id ->> 'limit')::int - coalesce(b.runs, 0) AS room
      FROM (
        SELECT id, wake_at, function_id FROM runner_runs
        WHERE state = 'READY' AND concurrency_key = k.key AND wake_at <= $3 AND ${IN_TIME}
          AND $4::jsonb ? function_id
        ORDER BY wake_at, id LIMIT $5
      ) oldest
    ) r WHERE r.place <= r.room ORDER BY r.wake_at, r.id LIMIT $5
  ), due AS (
    SELECT id, wake_at AS old_wake_at, started_at IS NOT NULL AS is_resumed FROM runner_runs
    WHERE state = 'READY' AND id IN (SELECT id FROM chosen) AND wake_at <= $3 AND ${IN_TIME}
    ORDER BY id FOR UPDATE SKIP LOCKED
  ), ${TAKE}`,
});

export const HAS_LIMITED = statement({
  name: "runner_has_limited",
  params: [instant],
  row: { id: text },
  text: "SELECT id FROM runner_runs WHERE state = 'READY' AND concurrency_key > '' AND wake_at <= $1 LIMIT 1",
});

/** One process at a time counts and takes limited runs, so no limit is ever exceeded. */
export const LOCK_CLAIMS = statement({
  name: "runner_lock_claims",
  params: [],
  row: {},
  text: "SELECT FROM pg_advisory_xact_lock(hashtext('svc.runner.claims'))",
});
