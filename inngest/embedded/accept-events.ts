import type { Executor } from "../../lib/platform/db";
import { newFunctionRunId } from "../../lib/platform/ids";
import type { Tick } from "./crontab";
import { draftRun, draftRuns, type RunDraft, type RunnerEvent } from "./matching";
import type { Plan } from "./plan";
import { toStorableJson } from "./storable";

/** Stores the events and the runs that they start: both or neither. An event's id makes it count once. */
export function acceptEvents(on: Executor, plan: Plan, events: readonly RunnerEvent[], nowMs: number): Promise<void> {
  return storeEvents(
    on,
    events,
    events.flatMap((event) => draftRuns(plan, event)),
    nowMs,
  );
}

/** A tick is an event for its function alone. */
export function acceptTicks(on: Executor, ticks: readonly Tick[], nowMs: number): Promise<void> {
  return storeEvents(
    on,
    ticks.map(({ event }) => event),
    ticks.map(({ fn, event }) => draftRun(fn, event)),
    nowMs,
  );
}

const STORE_EVENTS = `
  WITH fresh AS (
    INSERT INTO runner_events (id, name, data, received_at)
    SELECT id, name, data, $3 FROM json_to_recordset($1::json) AS e(id text, name text, data jsonb)
    ORDER BY id ON CONFLICT (id) DO NOTHING RETURNING id
  )
  INSERT INTO runner_runs (id, function_id, event_id, idempotency_key, concurrency_key, wake_at, expires_at, created_at)
  SELECT id, "functionId", "eventId", "idempotencyKey", "concurrencyKey", $3,
    $3 + "startWithinMs" * interval '1 millisecond', $3
  FROM json_to_recordset($2::json) AS r(id text, "functionId" text, "eventId" text, "idempotencyKey" text,
    "concurrencyKey" text, "startWithinMs" float8)
  WHERE "eventId" IN (SELECT id FROM fresh) ORDER BY "idempotencyKey" ON CONFLICT (idempotency_key) DO NOTHING`;

async function storeEvents(
  on: Executor,
  events: readonly RunnerEvent[],
  drafts: readonly RunDraft[],
  nowMs: number,
): Promise<void> {
  const rows = events.map(({ id, name, data }) => ({ id, name, data }));
  const runs = drafts.map((draft) => ({ id: newFunctionRunId(), ...draft }));
  await on.sql("runner_store_events", STORE_EVENTS, [toStorableJson(rows), toStorableJson(runs), new Date(nowMs)]);
}
