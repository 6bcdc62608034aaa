import { signal } from "../platform/background";
import { nowMs } from "../platform/clock";
import { shared } from "../platform/shared";

/** Wakes the dispatcher: at once, or at its `dueAt`. */
export const DELIVERIES_DUE = "webhooks/deliveries.due";

/** One event covers all notifications of this interval, so that a burst of writes starts no burst of background runs. */
const NOTIFY_EVERY_MS = 20;
/** Retries that are due within the same span share a timer, or a sleeping background run. */
const TIMER_SPAN_MS = 50;
const RUN_SPAN_MS = 1_000;

interface Notifier {
  isQuiet: boolean;
  isPending: boolean;
  /** Drains running in this process. */
  listeners: Set<() => void>;
  /** Ends of the spans that have a timer in this process, and of those that have a sleeping run. */
  timers: Set<number>;
  runs: Set<number>;
}

const notifier = () =>
  shared<Notifier>("deliveries-due", () => ({
    isQuiet: false,
    isPending: false,
    listeners: new Set(),
    timers: new Set(),
    runs: new Set(),
  }));

/** Tells a drain in this process; without one it sends an event, at once or at the end of the quiet interval. */
export function notifyDeliveriesDue(): void {
  const state = notifier();
  const [listener] = state.listeners;
  if (listener) {
    listener();
    return;
  }
  if (state.isQuiet) {
    state.isPending = true;
    return;
  }
  state.isQuiet = true;
  signal({ name: DELIVERIES_DUE, data: {} });
  setTimeout(() => {
    state.isQuiet = false;
    if (!state.isPending) return;
    state.isPending = false;
    notifyDeliveriesDue();
  }, NOTIFY_EVERY_MS).unref();
}

/** A listener must read the queue again after each call, or pass the call on. Returns the function that unsubscribes. */
export function onDeliveriesDue(listener: () => void): () => void {
  const { listeners } = notifier();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Notifies when a retry is due: by a timer, which is punctual, and by a background run that sleeps until then, because
 * this process may have ended.
 */
export function notifyDeliveriesDueAt(dueAt: Date): void {
  const { timers, runs } = notifier();
  once(timers, endOfSpan(dueAt, TIMER_SPAN_MS), notifyDeliveriesDue);
  const runAtMs = endOfSpan(dueAt, RUN_SPAN_MS);
  if (runs.has(runAtMs)) return;
  once(runs, runAtMs, () => undefined);
  const data = { dueAt: new Date(runAtMs).toISOString() };
  signal({ id: `${DELIVERIES_DUE}:${runAtMs}`, name: DELIVERIES_DUE, data });
}

function endOfSpan(at: Date, spanMs: number): number {
  return Math.ceil(at.getTime() / spanMs) * spanMs;
}

function once(pending: Set<number>, atMs: number, act: () => void): void {
  if (pending.has(atMs)) return;
  pending.add(atMs);
  const wait = (): void => {
    // The wall clock may be behind the timer's: the queue goes by the wall clock, and would hold nothing due yet.
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
