import { database, type Executor } from "../../lib/platform/db";
import { newFunctionRunId } from "../../lib/platform/ids";
import type { Tick } from "./crontab";
import { draftRun, draftRuns, type RunDraft, type RunnerEvent } from "./matching";
import type { Plan } from "./plan";
import { STORE_EVENTS } from "./runs.sql";
import { toStorableJson } from "./storable";

/** Stores the events and the runs that they start: both or neither. An event's id makes it count once. */
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

/** A tick is an event for its function alone. */
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
  await on.query(STORE_EVENTS, [toStorableJson(rows), toStorableJson(runs), new Date(nowMs)]);
}
