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
  params: { rows: storableList, runs: storableList, receivedAt: instant },
  row: {},
  text: (p) => `
    WITH fresh AS (
      INSERT INTO runner_events (id, name, data, received_at)
      SELECT id, name, data, ${p.receivedAt}::timestamptz FROM json_to_recordset(${p.rows}::json) AS e(id text, name text, data jsonb)
      ORDER BY id ON CONFLICT (id) DO NOTHING RETURNING id
    )
    INSERT INTO runner_runs (id, function_id, event_id, idempotency_key, concurrency_key, wake_at, expires_at, created_at)
    SELECT id, "functionId", "eventId", "idempotencyKey", "concurrencyKey", ${p.receivedAt},
      ${p.receivedAt} + "startWithinMs" * interval '1 millisecond', ${p.receivedAt}
    FROM json_to_recordset(${p.runs}::json) AS r(id text, "functionId" text, "eventId" text, "idempotencyKey" text,
      "concurrencyKey" text, "startWithinMs" float8)
    WHERE "eventId" IN (SELECT id FROM fresh) ORDER BY "idempotencyKey" ON CONFLICT (idempotency_key) DO NOTHING`,
});

export const RELEASE_RUN = statement({
  name: "runner_release",
  params: { runId: text, token: text, attempt: integer, wakeAt: instant },
  row: {},
  text: (p) => `
    UPDATE runner_runs SET attempt = ${p.attempt}, leased_by = NULL, leased_until = NULL, wake_at = ${p.wakeAt}
    WHERE id = ${p.runId} AND leased_by = ${p.token} AND state = 'READY'`,
});

export const FINISH_RUN = statement({
  name: "runner_finish",
  params: {
    runId: text,
    token: text,
    state: enumeration<"COMPLETED" | "FAILED">("runner_run_state"),
    output: nullable(storable),
    error: nullable(storable),
    now: instant,
  },
  row: { id: text },
  text: (p) => `
    UPDATE runner_runs SET state = ${p.state}, output = ${p.output}, error = ${p.error}, finished_at = ${p.now},
      leased_by = NULL, leased_until = NULL, expires_at = NULL
    WHERE id = ${p.runId} AND leased_by = ${p.token} AND state = 'READY' RETURNING id`,
});

export const EXTEND_LEASES = statement({
  name: "runner_extend_leases",
  params: { ids: textArray, tokens: textArray, leasedUntil: instant },
  row: { id: text },
  text: (p) => `
    UPDATE runner_runs r SET leased_until = ${p.leasedUntil}, wake_at = ${p.leasedUntil}
    FROM unnest(${p.ids}::text[], ${p.tokens}::text[]) AS held(id, token)
    WHERE r.id = held.id AND r.leased_by = held.token AND r.state = 'READY' RETURNING r.id`,
});

export const CANCEL_EXPIRED_RUNS = statement({
  name: "runner_expire",
  params: { now: instant, error: storable },
  row: {},
  text: (p) => `
    UPDATE runner_runs SET state = 'CANCELLED', error = ${p.error}, finished_at = ${p.now}, leased_by = NULL, leased_until = NULL,
      expires_at = NULL
    WHERE id IN (
      SELECT id FROM runner_runs WHERE expires_at <= ${p.now} ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED)`,
});

export const FIND_NEXT_DUE = statement({
  name: "runner_next_due",
  params: { functionIds: textArray, now: instant },
  row: { dueAt: nullable(instant) },
  text: (p) => `
    SELECT least(
      (SELECT wake_at FROM runner_runs
       WHERE state = 'READY' AND function_id = ANY(${p.functionIds}) AND wake_at > ${p.now} ORDER BY wake_at LIMIT 1),
      (SELECT expires_at FROM runner_runs WHERE expires_at > ${p.now} ORDER BY expires_at LIMIT 1)) AS "dueAt"`,
});

export const LOAD_STEPS = statement({
  name: "runner_load_steps",
  params: { runId: text },
  row: { id: text, name: nullable(text), data: nullable(json<unknown>()), error: nullable(json<Failure>()) },
  text: (p) =>
    `SELECT step_id AS id, name, data, error FROM runner_steps WHERE run_id = ${p.runId} ORDER BY done_order, step_id`,
});

export const SAVE_STEP = statement({
  name: "runner_save_step",
  params: {
    runId: text,
    token: text,
    stepId: text,
    name: nullable(text),
    data: nullable(storable),
    error: nullable(storable),
    order: integer,
    wakeAt: nullable(instant),
  },
  row: { id: text },
  text: (p) => `
    WITH held AS (
      UPDATE runner_runs SET attempt = 0, wake_at = coalesce(${p.wakeAt}, wake_at),
        leased_by = CASE WHEN ${p.wakeAt} IS NULL THEN leased_by END, leased_until = CASE WHEN ${p.wakeAt} IS NULL THEN leased_until END
      WHERE id = ${p.runId} AND leased_by = ${p.token} AND state = 'READY' RETURNING id
    )
    INSERT INTO runner_steps (run_id, step_id, name, data, error, done_order)
    SELECT id, ${p.stepId}, ${p.name}, ${p.data}, ${p.error}, ${p.order} FROM held
    ON CONFLICT (run_id, step_id) DO UPDATE SET data = excluded.data, error = excluded.error
    RETURNING run_id AS id`,
});

export const ERASE_RUNS = statement({
  name: "erase_runner_runs",
  params: { before: instant, limit, failedBefore: instant },
  row: { id: text },
  text: (p) => `
    DELETE FROM runner_runs WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM runner_runs WHERE finished_at < ${p.before} AND (state = 'COMPLETED' OR finished_at < ${p.failedBefore})
      ORDER BY finished_at LIMIT ${p.limit} FOR UPDATE SKIP LOCKED)) RETURNING id`,
});

export const ERASE_EVENTS = statement({
  name: "erase_runner_events",
  params: { before: instant, limit },
  row: { id: text },
  text: (p) => `
    DELETE FROM runner_events WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM runner_events e WHERE received_at < ${p.before}
        AND NOT EXISTS (SELECT 1 FROM runner_runs r WHERE r.event_id = e.id)
      ORDER BY received_at LIMIT ${p.limit} FOR UPDATE SKIP LOCKED)) RETURNING id`,
});
