import { createHash } from "node:crypto";
import type { Plan, PlannedFunction } from "./plan";

export interface RunnerEvent {
  id: string;
  name: string;
  data: Readonly<Record<string, unknown>>;
}

/** A run that an event starts. */
export interface RunDraft {
  functionId: string;
  eventId: string;
  idempotencyKey: string;
  concurrencyKey: string;
  startWithinMs: number | null;
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

export function draftRun(fn: PlannedFunction, event: RunnerEvent): RunDraft {
  return {
    functionId: fn.id,
    eventId: event.id,
    idempotencyKey: shortenKey(`${fn.id}:${event.id}`),
    concurrencyKey: fn.concurrency === null ? "" : shortenKey(`${fn.id}|${readKey(fn.concurrency.key, event)}`),
    startWithinMs: fn.startWithinMs,
  };
}

/** A member's own value only: a name such as `constructor` has none. */
function readKey(key: string | null, { data }: RunnerEvent): string {
  if (key === null) return "";
  return (Object.hasOwn(data, key) ? JSON.stringify(data[key]) : undefined) ?? "null";
}

const KEY_MAX_LENGTH = 200;

/** PostgreSQL refuses index entries that are too long. */
function shortenKey(key: string): string {
  if (key.length <= KEY_MAX_LENGTH) return key;
  return `${key.slice(0, KEY_MAX_LENGTH / 2)}#${createHash("sha256").update(key).digest("base64url")}`;
}
