import { createHash } from "node:crypto";
import { type Expression, parseExpression } from "./expression";
import type { Plan, PlannedFunction } from "./plan";

export interface RunnerEvent {
  id: string;
  name: string;
  data: Readonly<Record<string, unknown>>;
}

/** A run that an event starts; its instants are settled when it is written. */
export interface RunDraft {
  functionId: string;
  eventId: string;
  idempotencyKey: string;
  concurrencyKey: string;
  throttleKey: string | null;
  startWithinMs: number | null;
  parent: ParentStep | null;
}

/** The step of another run that waits for this one. */
export interface ParentStep {
  runId: string;
  stepId: string;
}

/** An event that is for one function alone: a tick of its cron, or a step that invokes it. */
export interface TargetedEvent {
  event: RunnerEvent;
  functionId: string;
  parent: ParentStep | null;
}

export function draftRuns(plan: Plan, event: RunnerEvent): RunDraft[] {
  return [...plan.values()]
    .filter(({ triggers }) => triggers.some((trigger) => trigger.event === event.name && isMet(trigger, event)))
    .map((fn) => draftRun(fn, event, null));
}

function isMet({ condition }: { condition: Expression | null }, event: RunnerEvent): boolean {
  return condition === null || condition({ event }) === true;
}

export function draftRun(fn: PlannedFunction, event: RunnerEvent, parent: ParentStep | null): RunDraft {
  const limits = fn.concurrency.map(({ group, key }) => shortenKey(`${group}=${readKey(key, event)}`));
  return {
    functionId: fn.id,
    eventId: event.id,
    idempotencyKey: shortenKey(`${fn.id}:${event.id}`),
    concurrencyKey: limits.length === 0 ? "" : JSON.stringify(limits),
    throttleKey: fn.throttle && shortenKey(`${fn.id}=${readKey(fn.throttle.key, event)}`),
    startWithinMs: fn.startWithinMs,
    parent,
  };
}

function readKey(key: Expression | null, event: RunnerEvent): string {
  return key === null ? "" : (JSON.stringify(key({ event })) ?? "null");
}

const KEY_MAX_LENGTH = 200;

/** An index holds only so much of a text. */
function shortenKey(key: string): string {
  if (key.length <= KEY_MAX_LENGTH) return key;
  return `${key.slice(0, KEY_MAX_LENGTH / 2)}#${createHash("sha256").update(key).digest("base64url")}`;
}

/** Does this event end that wait? `event` is what started the waiting run, `async` what came now. */
export function endsWait(condition: string | null, started: RunnerEvent | null, came: RunnerEvent): boolean {
  return condition === null || parseExpression(condition)({ event: started, async: came }) === true;
}

export interface CancellableRun {
  id: string;
  functionId: string;
  startedAtMs: number;
  event: RunnerEvent | null;
}

export function isCancelledBy(plan: Plan, run: CancellableRun, came: RunnerEvent, nowMs: number): boolean {
  return (plan.get(run.functionId)?.cancellations ?? []).some(
    ({ event, condition, withinMs }) =>
      event === came.name &&
      (withinMs === null || nowMs <= run.startedAtMs + withinMs) &&
      (condition === null || condition({ event: run.event, async: came }) === true),
  );
}

/** The functions whose runs this event may cancel. */
export function listCancellable(plan: Plan, name: string): string[] {
  return [...plan.values()]
    .filter(({ cancellations }) => cancellations.some(({ event }) => event === name))
    .map(({ id }) => id);
}
