import { createHash } from "node:crypto";
import { database, type Executor } from "../../lib/db/transaction";
import { newFunctionRunId } from "../../lib/platform/ids";
import type { Tick } from "./crontab";
import type { RunnerEvent } from "./event-entry";
import type { Plan, PlannedFunction } from "./plan";
import { STORE_EVENTS } from "./runs.sql";
import { toStorableJson } from "./save-run";

const KEY_MAX_LENGTH = 200;

interface RunDraft {
  functionId: string;
  eventId: string;
  idempotencyKey: string;
  concurrencyKey: string;
  startWithinMs: number | null;
}

export function acceptEvents(
  plan: Plan,
  events: readonly RunnerEvent[],
  nowMs: number,
  on: Executor = database,
): Promise<void> {
  return storeEvents(
    on,
    events,
    events.flatMap((event) => draftRuns(plan, event)),
    nowMs,
  );
}

export function acceptTicks(ticks: readonly Tick[], nowMs: number): Promise<void> {
  return storeEvents(
    database,
    ticks.map(({ event }) => event),
    ticks.map(({ fn, event }) => draftRun(fn, event)),
    nowMs,
  );
}

async function storeEvents(
  on: Executor,
  events: readonly RunnerEvent[],
  drafts: readonly RunDraft[],
  nowMs: number,
): Promise<void> {
  const rows = events.map(({ id, name, data }) => ({ id, name, data }));
  const runs = drafts.map((draft) => ({ id: newFunctionRunId(), ...draft }));
  await on.query(STORE_EVENTS, { rows: toStorableJson(rows), runs: toStorableJson(runs), receivedAt: new Date(nowMs) });
}

export function draftRuns(plan: Plan, event: RunnerEvent): RunDraft[] {
  return [...plan.values()].filter((fn) => isTriggeredBy(fn, event)).map((fn) => draftRun(fn, event));
}

function isTriggeredBy({ triggers }: PlannedFunction, event: RunnerEvent): boolean {
  return triggers.some(
    ({ event: name, ofFunction }) =>
      name === event.name && (ofFunction === null || event.data["function_id"] === ofFunction),
  );
}

function draftRun(fn: PlannedFunction, event: RunnerEvent): RunDraft {
  return {
    functionId: fn.id,
    eventId: event.id,
    idempotencyKey: shortenKey(`${fn.id}:${event.id}`),
    concurrencyKey: fn.concurrency === null ? "" : shortenKey(`${fn.id}|${readKey(fn.concurrency.key, event)}`),
    startWithinMs: fn.startWithinMs,
  };
}

/** Only an own member counts: a name such as `constructor` has no value. */
function readKey(key: string | null, { data }: RunnerEvent): string {
  if (key === null) return "";
  return (Object.hasOwn(data, key) ? JSON.stringify(data[key]) : undefined) ?? "null";
}

/** PostgreSQL refuses index entries that are too long. */
function shortenKey(key: string): string {
  if (key.length <= KEY_MAX_LENGTH) return key;
  return `${key.slice(0, KEY_MAX_LENGTH / 2)}#${createHash("sha256").update(key).digest("base64url")}`;
}
