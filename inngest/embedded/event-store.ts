import type { Executor } from "../../lib/platform/db";
import { newFunctionRunId } from "../../lib/platform/ids";
import {
  type CancellableRun,
  draftRun,
  draftRuns,
  endsWait,
  isCancelledBy,
  listCancellable,
  type RunDraft,
  type RunnerEvent,
  type TargetedEvent,
} from "./matching";
import type { Plan } from "./plan";
import { cancelRuns } from "./run-store";
import { endStep } from "./step-store";
import { toStorableJson } from "./storable";
import { takePlace } from "./throttle";

/**
 * What happened, for everyone whom it concerns: runs that it cancels, waits that it ends, functions that it starts.
 * Within one transaction, so that an event that was accepted is never half there. Its id makes it count once.
 */
export async function acceptEvents(
  tx: Executor,
  plan: Plan,
  incoming: { events?: readonly RunnerEvent[]; targeted?: readonly TargetedEvent[] },
  nowMs: number,
): Promise<void> {
  const { events = [], targeted = [] } = incoming;
  const all = [...events, ...targeted.map(({ event }) => event)];
  const { fresh, isAwaited } = await keepEvents(tx, all, nowMs);
  const came = events.filter(({ id }) => fresh.delete(id));
  if (isAwaited) await endWaits(tx, came, nowMs);
  await cancelByEvents(tx, plan, came, nowMs);
  const drafts = came.flatMap((event) => draftRuns(plan, event));
  for (const { event, functionId, parent } of targeted) {
    const fn = plan.get(functionId);
    if (fn && fresh.delete(event.id)) drafts.push(draftRun(fn, event, parent));
  }
  if (drafts.length > 0) await keepRuns(tx, plan, drafts, nowMs);
}

const IS_AWAITED = `EXISTS (SELECT 1 FROM runner_steps WHERE op = 'WaitForEvent' AND name = ANY($3) AND done_at IS NULL)`;

const KEEP_EVENTS = `
  WITH fresh AS (
    INSERT INTO runner_events (id, name, data, received_at)
    SELECT id, name, data, $2 FROM json_to_recordset($1::json) AS e(id text, name text, data jsonb)
    ORDER BY id ON CONFLICT (id) DO NOTHING RETURNING id
  )
  SELECT coalesce((SELECT json_agg(id) FROM fresh), '[]') AS fresh, ${IS_AWAITED} AS "isAwaited"`;

async function keepEvents(
  tx: Executor,
  events: readonly RunnerEvent[],
  nowMs: number,
): Promise<{ fresh: Set<string>; isAwaited: boolean }> {
  const rows = events.map(({ id, name, data }) => ({ id, name, data }));
  const names = [...new Set(events.map(({ name }) => name))];
  const [kept] = await tx.sql<{ fresh: string[]; isAwaited: boolean }>("runner_keep_events", KEEP_EVENTS, [
    toStorableJson(rows),
    new Date(nowMs),
    names,
  ]);
  return { fresh: new Set(kept?.fresh), isAwaited: kept?.isAwaited ?? false };
}

interface WaitRow extends EventColumns {
  runId: string;
  stepId: string;
  waitsFor: string;
  condition: string | null;
}

interface EventColumns {
  eventId: string | null;
  eventName: string | null;
  data: Readonly<Record<string, unknown>> | null;
}

const EVENT_COLUMNS = `e.id AS "eventId", e.name AS "eventName", e.data`;

function readEvent({ eventId, eventName, data }: EventColumns): RunnerEvent | null {
  return eventId === null || eventName === null ? null : { id: eventId, name: eventName, data: data ?? {} };
}

async function endWaits(tx: Executor, came: readonly RunnerEvent[], nowMs: number): Promise<void> {
  const waits = await tx.sql<WaitRow>(
    "runner_list_waits",
    `SELECT s.run_id AS "runId", s.step_id AS "stepId", s.name AS "waitsFor", s.condition, ${EVENT_COLUMNS}
     FROM runner_steps s JOIN runner_runs r ON r.id = s.run_id LEFT JOIN runner_events e ON e.id = r.event_id
     WHERE s.op = 'WaitForEvent' AND s.name = ANY($1) AND s.done_at IS NULL AND s.wake_at > $2
       AND r.finished_at IS NULL
     ORDER BY s.run_id, s.step_id`,
    [[...new Set(came.map(({ name }) => name))], new Date(nowMs)],
  );
  for (const wait of waits) {
    const event = came.find(
      (candidate) => candidate.name === wait.waitsFor && endsWait(wait.condition, readEvent(wait), candidate),
    );
    if (event) await endStep(tx, wait, { data: { ...event, ts: nowMs } }, nowMs);
  }
}

interface CancellableRow extends EventColumns {
  id: string;
  functionId: string;
  startedAt: Date;
}

async function cancelByEvents(tx: Executor, plan: Plan, came: readonly RunnerEvent[], nowMs: number): Promise<void> {
  const functionIds = [...new Set(came.flatMap(({ name }) => listCancellable(plan, name)))];
  if (functionIds.length === 0) return;
  const rows = await tx.sql<CancellableRow>(
    "runner_list_cancellable",
    `SELECT r.id, r.function_id AS "functionId", coalesce(r.started_at, r.created_at) AS "startedAt", ${EVENT_COLUMNS}
     FROM runner_runs r LEFT JOIN runner_events e ON e.id = r.event_id
     WHERE r.function_id = ANY($1) AND r.state IN ('READY', 'SLEEPING', 'WAITING')`,
    [functionIds],
  );
  const runs = rows.map((row): CancellableRun => {
    const { id, functionId, startedAt } = row;
    return { id, functionId, startedAtMs: startedAt.getTime(), event: readEvent(row) };
  });
  const ids = runs.filter((run) => came.some((event) => isCancelledBy(plan, run, event, nowMs))).map(({ id }) => id);
  if (ids.length > 0) await cancelRuns(tx, ids, nowMs);
}

/** $2: now. */
const insertRuns = (json: string, where: string) => `
  INSERT INTO runner_runs (id, function_id, event_id, idempotency_key, state, concurrency_key, throttle_key,
    parent_run_id, parent_step_id, wake_at, expires_at, created_at)
  SELECT id, "functionId", "eventId", "idempotencyKey", 'READY', "concurrencyKey", "throttleKey",
    "parentRunId", "parentStepId", "wakeAt", "expiresAt", $2
  FROM json_to_recordset(${json}::json) AS r(id text, "functionId" text, "eventId" text, "idempotencyKey" text,
    "concurrencyKey" text, "throttleKey" text, "parentRunId" text, "parentStepId" text, "wakeAt" timestamptz,
    "expiresAt" timestamptz)
  WHERE ${where} ORDER BY "idempotencyKey" ON CONFLICT (idempotency_key) DO NOTHING`;

async function keepRuns(tx: Executor, plan: Plan, drafts: readonly RunDraft[], nowMs: number): Promise<void> {
  const starts = await takePlaces(tx, plan, drafts, nowMs);
  const rows = drafts.map((draft, index) => writeRun(draft, starts[index] ?? nowMs, nowMs));
  await tx.sql("runner_keep_runs", insertRuns("$1", "true"), [toStorableJson(rows), new Date(nowMs)]);
}

function writeRun({ startWithinMs, parent, ...draft }: RunDraft, wakeAtMs: number, nowMs: number) {
  return {
    ...draft,
    id: newFunctionRunId(),
    parentRunId: parent?.runId ?? null,
    parentStepId: parent?.stepId ?? null,
    wakeAt: new Date(wakeAtMs).toISOString(),
    expiresAt: startWithinMs === null ? null : new Date(nowMs + startWithinMs).toISOString(),
  };
}

const KEEP_PLAIN = `
  WITH fresh AS (
    INSERT INTO runner_events (id, name, data, received_at)
    SELECT id, name, data, $2 FROM json_to_recordset($1::json) AS e(id text, name text, data jsonb)
    WHERE NOT ${IS_AWAITED} ORDER BY id ON CONFLICT (id) DO NOTHING RETURNING id
  ), started AS (${insertRuns("$4", `"eventId" IN (SELECT id FROM fresh)`)})
  SELECT ${IS_AWAITED} AS "isAwaited"`;

/** One statement for events that only start functions, as nearly all do. False: they do more, and nothing was written. */
export async function acceptPlainEvents(
  on: Executor,
  plan: Plan,
  events: readonly RunnerEvent[],
  nowMs: number,
): Promise<boolean> {
  const drafts = events.flatMap((event) => draftRuns(plan, event));
  const isPlain = drafts.every(({ throttleKey }) => throttleKey === null);
  if (!isPlain || events.some(({ name }) => listCancellable(plan, name).length > 0)) return false;
  const [kept] = await on.sql<{ isAwaited: boolean }>("runner_keep_plain", KEEP_PLAIN, [
    toStorableJson(events.map(({ id, name, data }) => ({ id, name, data }))),
    new Date(nowMs),
    [...new Set(events.map(({ name }) => name))],
    toStorableJson(drafts.map((draft) => writeRun(draft, nowMs, nowMs))),
  ]);
  return kept?.isAwaited === false;
}

/** When each may start. The rows of their throttles' keys are locked, in one order, until the runs are there. */
async function takePlaces(tx: Executor, plan: Plan, drafts: readonly RunDraft[], nowMs: number): Promise<number[]> {
  const keys = [...new Set(drafts.flatMap(({ throttleKey }) => throttleKey ?? []))].sort();
  if (keys.length === 0) return drafts.map(() => nowMs);
  const states = await tx.sql<{ key: string; usedUntilMs: number }>(
    "runner_lock_throttles",
    `INSERT INTO runner_throttles AS t (key, used_until_ms) SELECT key, 0 FROM unnest($1::text[]) AS key
     ON CONFLICT (key) DO UPDATE SET used_until_ms = t.used_until_ms
     RETURNING key, used_until_ms AS "usedUntilMs"`,
    [keys],
  );
  const used = new Map(states.map(({ key, usedUntilMs }) => [key, usedUntilMs]));
  const starts = drafts.map(({ functionId, throttleKey }) => {
    const throttle = plan.get(functionId)?.throttle;
    if (throttleKey === null || !throttle) return nowMs;
    const place = takePlace(throttle.rule, used.get(throttleKey) ?? 0, nowMs);
    used.set(throttleKey, place.usedUntilMs);
    return place.startMs;
  });
  await tx.sql(
    "runner_keep_throttles",
    `UPDATE runner_throttles t SET used_until_ms = u.used FROM unnest($1::text[], $2::float8[]) AS u(key, used)
     WHERE t.key = u.key`,
    [[...used.keys()], [...used.values()]],
  );
  return starts;
}
