// SQL: the queue of the embedded runner.
import {
  enumeration,
  instant,
  integer,
  json,
  limit,
  nullable,
  statement,
  text,
  textArray,
} from "../../lib/db/statement";
import type { Failure } from "./protocol";

const storable = json<string>();
const storableList = json<string>("json");

/** Events with a known id start nothing. */
export const STORE_EVENTS = statement({
  name: "runner_store_events",
  params: [storableList, storableList, instant],
  row: {},
  text: `
    WITH fresh AS (
      INSERT INTO runner_events (id, name, data, received_at)
      SELECT id, name, data, $3::timestamptz FROM json_to_recordset($1::json) AS e(id text, name text, data jsonb)
      ORDER BY id ON CONFLICT (id) DO NOTHING RETURNING id
    )
    INSERT INTO runner_runs (id, function_id, event_id, idempotency_key, concurrency_key, wake_at, expires_at, created_at)
    SELECT id, "functionId", "eventId", "idempotencyKey", "concurrencyKey", $3,
      $3 + "startWithinMs" * interval '1 millisecond', $3
    FROM json_to_recordset($2::json) AS r(id text, "functionId" text, "eventId" text, "idempotencyKey" text,
      "concurrencyKey" text, "startWithinMs" float8)
    WHERE "eventId" IN (SELECT id FROM fresh) ORDER BY "idempotencyKey" ON CONFLICT (idempotency_key) DO NOTHING`,
});

export const RELEASE_RUN = statement({
  name: "runner_release",
  params: [text, text, integer, instant],
  row: {},
  text: `
    UPDATE runner_runs SET attempt = $3, leased_by = NULL, leased_until = NULL, wake_at = $4
    WHERE id = $1 AND leased_by = $2 AND state = 'READY'`,
});

export const FINISH_RUN = statement({
  name: "runner_finish",
  params: [
    text,
    text,
    enumeration<"COMPLETED" | "FAILED">("runner_run_state"),
    nullable(storable),
    nullable(storable),
    instant,
  ],
  row: { id: text },
  text: `
    UPDATE runner_runs SET state = $3, output = $4, error = $5, finished_at = $6,
      leased_by = NULL, leased_until = NULL, expires_at = NULL
    WHERE id = $1 AND leased_by = $2 AND state = 'READY' RETURNING id`,
});

export const EXTEND_LEASES = statement({
  name: "runner_extend_leases",
  params: [textArray, textArray, instant],
  row: { id: text },
  text: `
    UPDATE runner_runs r SET leased_until = $3, wake_at = $3
    FROM unnest($1::text[], $2::text[]) AS held(id, token)
    WHERE r.id = held.id AND r.leased_by = held.token AND r.state = 'READY' RETURNING r.id`,
});

export const CANCEL_EXPIRED_RUNS = statement({
  name: "runner_expire",
  params: [instant, storable],
  row: {},
  text: `
    UPDATE runner_runs SET state = 'CANCELLED', error = $2, finished_at = $1, leased_by = NULL, leased_until = NULL,
      expires_at = NULL
    WHERE id IN (
      SELECT id FROM runner_runs WHERE expires_at <= $1 ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED)`,
});

export const FIND_NEXT_DUE = statement({
  name: "runner_next_due",
  params: [textArray, instant],
  row: { dueAt: nullable(instant) },
  text: `
    SELECT least(
      (SELECT wake_at FROM runner_runs
       WHERE state = 'READY' AND function_id = ANY($1) AND wake_at > $2 ORDER BY wake_at LIMIT 1),
      (SELECT expires_at FROM runner_runs WHERE expires_at > $2 ORDER BY expires_at LIMIT 1)) AS "dueAt"`,
});

export const LOAD_STEPS = statement({
  name: "runner_load_steps",
  params: [text],
  row: { id: text, name: nullable(text), data: nullable(json<unknown>()), error: nullable(json<Failure>()) },
  text: "SELECT step_id AS id, name, data, error FROM runner_steps WHERE run_id = $1 ORDER BY done_order, step_id",
});

export const SAVE_STEP = statement({
  name: "runner_save_step",
  params: [text, text, text, nullable(text), nullable(storable), nullable(storable), integer, nullable(instant)],
  row: { id: text },
  text: `
    WITH held AS (
      UPDATE runner_runs SET attempt = 0, wake_at = coalesce($8, wake_at),
        leased_by = CASE WHEN $8 IS NULL THEN leased_by END, leased_until = CASE WHEN $8 IS NULL THEN leased_until END
      WHERE id = $1 AND leased_by = $2 AND state = 'READY' RETURNING id
    )
    INSERT INTO runner_steps (run_id, step_id, name, data, error, done_order)
    SELECT id, $3, $4, $5, $6, $7 FROM held
    ON CONFLICT (run_id, step_id) DO UPDATE SET data = excluded.data, error = excluded.error
    RETURNING run_id AS id`,
});

export const ERASE_RUNS = statement({
  name: "erase_runner_runs",
  params: [instant, limit, instant],
  row: { id: text },
  text: `
    DELETE FROM runner_runs WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM runner_runs WHERE finished_at < $1 AND (state = 'COMPLETED' OR finished_at < $3)
      ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING id`,
});

export const ERASE_EVENTS = statement({
  name: "erase_runner_events",
  params: [instant, limit],
  row: { id: text },
  text: `
    DELETE FROM runner_events WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM runner_events e WHERE received_at < $1
        AND NOT EXISTS (SELECT 1 FROM runner_runs r WHERE r.event_id = e.id)
      ORDER BY received_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING id`,
});
