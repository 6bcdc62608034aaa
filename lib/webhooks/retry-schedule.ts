import { wakeDispatch } from "../events/wake";
import { signal } from "../platform/background";
import { nowMs } from "../platform/clock";
import { shared } from "../platform/shared";

export const RETRIES_DUE = "webhooks/retries.due";

/** Retries that are due within the same span share a timer, or a sleeping background run. */
const TIMER_SPAN_MS = 50;
const RUN_SPAN_MS = 1_000;

/** Ends of the spans that have a timer in this process, and of those that it has asked a run for. */
interface Schedule {
  timers: Set<number>;
  runs: Set<number>;
}

const schedule = () => shared<Schedule>("retry-schedule", () => ({ timers: new Set(), runs: new Set() }));

/**
 * Wakes the dispatcher when a retry is due: by a timer, to keep its time, and by a background run that sleeps until then,
 * because this process may have ended. Every failed attempt says so, whichever drain made it.
 */
export function scheduleRetry(dueAt: Date): void {
  const { timers, runs } = schedule();
  once(timers, endOfSpan(dueAt, TIMER_SPAN_MS), wakeDispatch);
  const runAt = endOfSpan(dueAt, RUN_SPAN_MS);
  if (runs.has(runAt)) return;
  once(runs, runAt, () => undefined);
  signal({ id: `${RETRIES_DUE}:${runAt}`, name: RETRIES_DUE, data: { dueAt: new Date(runAt).toISOString() } });
}

function endOfSpan(at: Date, spanMs: number): number {
  return Math.ceil(at.getTime() / spanMs) * spanMs;
}

function once(pending: Set<number>, atMs: number, act: () => void): void {
  if (pending.has(atMs)) return;
  pending.add(atMs);
  const wait = (): void => {
    // The wall clock may be behind the timer's: the queue is asked by the wall clock, and would find nothing yet.
    const leftMs = atMs - nowMs();
    if (leftMs > 0) {
      setTimeout(wait, leftMs).unref();
      return;
    }
    pending.delete(atMs);
    act();
  };
  wait();
}
