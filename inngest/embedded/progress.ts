import { readMoment } from "./duration";
import type { Failure, FoundStep } from "./protocol";
import type { StoredStep } from "./step-store";

/** Pure: what a run's steps become. */

export interface Retry {
  maxAttempts: number;
  backoffMs: (attempt: number) => number;
}

/** A wait without an end of its own ends after a year, as with Inngest. */
const LONGEST_WAIT_MS = 365 * 24 * 60 * 60 * 1_000;

export function isOpen(step: StoredStep): boolean {
  return step.doneAtMs === null;
}

export function isRunnable(step: StoredStep, nowMs: number): boolean {
  return isOpen(step) && step.op === "StepPlanned" && (step.wakeAtMs ?? 0) <= nowMs;
}

export function nextOrder(steps: readonly StoredStep[]): number {
  return Math.max(0, ...steps.map(({ doneOrder }) => doneOrder ?? 0)) + 1;
}

/**
 * What ended while nobody had the run: events that came, runs that were invoked, sleeps that are over, waits that have
 * lasted long enough. Each gets its place, in the order in which it ended.
 */
export function settleSteps(steps: readonly StoredStep[], nowMs: number): StoredStep[] {
  const first = nextOrder(steps);
  return steps
    .filter(({ doneOrder }) => doneOrder === null)
    .flatMap((step) => (isOpen(step) ? (endByTime(step, nowMs) ?? []) : step))
    .toSorted((a, b) => (a.doneAtMs ?? 0) - (b.doneAtMs ?? 0))
    .map((step, index) => ({ ...step, doneOrder: first + index }));
}

function endByTime(step: StoredStep, nowMs: number): StoredStep | null {
  if (step.op === "StepPlanned" || step.wakeAtMs === null || step.wakeAtMs > nowMs) return null;
  const timeout = { name: "InvokeTimeout", message: "The invoked function did not finish within the timeout." };
  return { ...step, doneAtMs: step.wakeAtMs, error: step.op === "InvokeFunction" ? timeout : null };
}

/** A step that the function came upon and that has to wait for its turn, its time or something else. */
export function openStep(found: FoundStep, nowMs: number): StoredStep {
  const step = makeStep(found.id, found.op, found.name);
  switch (found.op) {
    case "Sleep":
      return { ...step, wakeAtMs: readMoment(found.until, nowMs) };
    case "WaitForEvent":
      return { ...step, wakeAtMs: readMoment(found.timeout, nowMs), condition: found.condition };
    case "InvokeFunction": {
      const wakeAtMs = found.timeout === null ? nowMs + LONGEST_WAIT_MS : readMoment(found.timeout, nowMs);
      return { ...step, name: found.functionId, wakeAtMs };
    }
    case "StepPlanned":
    case "StepRun":
    case "StepError":
    case "StepFailed":
      return step;
  }
}

export function makeStep(id: string, op: string, name: string): StoredStep {
  const nothing = { data: null, error: null, condition: null, wakeAtMs: null, doneAtMs: null, doneOrder: null };
  return { id, op, name, attempt: 0, ...nothing };
}

export function endStepWith(
  step: StoredStep,
  result: { data: unknown } | { error: Failure },
  order: number,
  nowMs: number,
): StoredStep {
  const ended = { wakeAtMs: null, doneAtMs: nowMs, doneOrder: order };
  return "error" in result
    ? { ...step, ...ended, data: null, error: result.error }
    : { ...step, ...ended, data: result.data, error: null };
}

export type Verdict = { kind: "again"; attempt: number; atMs: number } | { kind: "over" };

/** Once more, and when, or not at all. */
export function judgeFailure(
  attempt: number,
  { isFinal, retryAtMs }: { isFinal: boolean; retryAtMs: number | null },
  { maxAttempts, backoffMs }: Retry,
  nowMs: number,
): Verdict {
  if (isFinal || attempt + 1 >= maxAttempts) return { kind: "over" };
  return { kind: "again", attempt: attempt + 1, atMs: retryAtMs ?? nowMs + backoffMs(attempt) };
}

export interface Rest {
  state: "READY" | "SLEEPING" | "WAITING";
  wakeAtMs: number | null;
}

/** What the run is to rest in, given what is open. */
export function findRest(steps: readonly StoredStep[]): Rest {
  const open = steps.filter(isOpen).filter(({ wakeAtMs }) => wakeAtMs !== null);
  const next = open.toSorted((a, b) => (a.wakeAtMs ?? 0) - (b.wakeAtMs ?? 0))[0];
  if (next === undefined) return { state: "WAITING", wakeAtMs: null };
  const state = next.op === "Sleep" ? "SLEEPING" : next.op === "StepPlanned" ? "READY" : "WAITING";
  return { state, wakeAtMs: next.wakeAtMs };
}
