// SQL: locks and the queue of the embedded runner.
import { boolean, instant, integer, json, limit, nullable, statement, text } from "../../lib/db/statement";

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
const isInTime = (p: { now: string }) => `(expires_at IS NULL OR expires_at > ${p.now})`;

const takeClaims = (p: Record<"token" | "leaseEnd" | "now" | "rules", string>) => `claimed AS (
    UPDATE runner_runs r SET leased_by = ${p.token}, leased_until = ${p.leaseEnd}, wake_at = ${p.leaseEnd},
      lapses = r.lapses + (r.leased_by IS NOT NULL)::int, started_at = coalesce(r.started_at, ${p.now}),
      expires_at = CASE WHEN r.started_at IS NULL
        THEN ${p.now} + (${p.rules}::jsonb -> r.function_id ->> 'finishWithinMs')::float8 * interval '1 millisecond'
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
  params: { token: text, leaseEnd: instant, now: instant, rules: json<string>(), limit },
  row: ROW,
  text: (p) => `
  WITH due AS (
    SELECT id, wake_at AS old_wake_at, started_at IS NOT NULL AS is_resumed FROM runner_runs
    WHERE state = 'READY' AND concurrency_key = '' AND wake_at <= ${p.now}::timestamptz AND ${isInTime(p)}
      AND ${p.rules}::jsonb ? function_id
    ORDER BY wake_at, id LIMIT ${p.limit} FOR UPDATE SKIP LOCKED
  ), ${takeClaims(p)}`,
});

export const CLAIM_LIMITED = statement({
  name: "runner_claim_limited",
  params: { token: text, leaseEnd: instant, now: instant, rules: json<string>(), limit },
  row: ROW,
  text: (p) => `
  WITH RECURSIVE keys AS (
    (SELECT concurrency_key AS key FROM runner_runs
     WHERE state = 'READY' AND concurrency_key > '' AND wake_at <= ${p.now}::timestamptz ORDER BY concurrency_key LIMIT 1)
    UNION ALL
    SELECT (SELECT concurrency_key FROM runner_runs
            WHERE state = 'READY' AND concurrency_key > k.key AND wake_at <= ${p.now} ORDER BY concurrency_key LIMIT 1)
    FROM keys k WHERE k.key IS NOT NULL
  ), busy AS (
    SELECT concurrency_key AS key, count(*) AS runs FROM runner_runs
    WHERE leased_until > ${p.now} AND concurrency_key > '' GROUP BY 1
  ), chosen AS (
    SELECT r.id FROM keys k LEFT JOIN busy b USING (key) CROSS JOIN LATERAL (
      SELECT id, wake_at, row_number() OVER (ORDER BY wake_at, id) AS place,
        (${p.rules}::jsonb -> function_id ->> 'limit')::int - coalesce(b.runs, 0) AS room
      FROM (
        SELECT id, wake_at, function_id FROM runner_runs
        WHERE state = 'READY' AND concurrency_key = k.key AND wake_at <= ${p.now} AND ${isInTime(p)}
          AND ${p.rules}::jsonb ? function_id
        ORDER BY wake_at, id LIMIT ${p.limit}
      ) oldest
    ) r WHERE r.place <= r.room ORDER BY r.wake_at, r.id LIMIT ${p.limit}
  ), due AS (
    SELECT id, wake_at AS old_wake_at, started_at IS NOT NULL AS is_resumed FROM runner_runs
    WHERE state = 'READY' AND id IN (SELECT id FROM chosen) AND wake_at <= ${p.now} AND ${isInTime(p)}
    ORDER BY id FOR UPDATE SKIP LOCKED
  ), ${takeClaims(p)}`,
});

export const HAS_LIMITED = statement({
  name: "runner_has_limited",
  params: { now: instant },
  row: { id: text },
  text: (p) =>
    `SELECT id FROM runner_runs WHERE state = 'READY' AND concurrency_key > '' AND wake_at <= ${p.now} LIMIT 1`,
});

/** One process at a time counts and takes limited runs, so no limit is ever exceeded. */
export const LOCK_CLAIMS = statement({
  name: "runner_lock_claims",
  row: {},
  text: "SELECT FROM pg_advisory_xact_lock(hashtext('svc.runner.claims'))",
});
