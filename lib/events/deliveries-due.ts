import { signal } from "../platform/background";
import { nowMs } from "../platform/clock";
import { shared } from "../platform/shared";

/** Starts a drain in a process that works. */
export const DELIVERIES_DUE = "webhooks/deliveries.due";

/** Signals of this interval are one, so that a burst of writes starts no burst of background runs. */
const SIGNAL_EVERY_MS = 20;
/** Retries that are due within this span share a wake. */
const WAKE_SPAN_MS = 50;
/** The minute's sweep comes before anything later. */
const TIMER_MAX_MS = 60_000;

interface Dispatcher {
  isQuiet: boolean;
  isPending: boolean;
  /** Wake the drains that run in this process. */
  drains: Set<() => void>;
  /** When something is due, as far as this process knows. */
  dueMs: Set<number>;
  timer: NodeJS.Timeout | undefined;
}

const dispatcher = () =>
  shared<Dispatcher>("deliveries-due", () => ({
    isQuiet: false,
    isPending: false,
    drains: new Set(),
    dueMs: new Set(),
    timer: undefined,
  }));

/** Wakes the drain of this process. Without one it signals, at once or at the end of the quiet interval. */
export function notifyDeliveriesDue(): void {
  const state = dispatcher();
  const [wakeDrain] = state.drains;
  if (wakeDrain) {
    wakeDrain();
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
  }, SIGNAL_EVERY_MS).unref();
}

/** A drain must read the queue again after each call, or pass the call on. Returns the function that unsubscribes. */
export function onDeliveriesDue(wakeDrain: () => void): () => void {
  const { drains } = dispatcher();
  drains.add(wakeDrain);
  return () => drains.delete(wakeDrain);
}

/** If this process ends before, the next drain of any process finds the instant in the queue. */
export function notifyDeliveriesDueAt(dueAt: Date): void {
  const { dueMs } = dispatcher();
  const atMs = Math.ceil(dueAt.getTime() / WAKE_SPAN_MS) * WAKE_SPAN_MS;
  if (dueMs.has(atMs) || atMs > nowMs() + TIMER_MAX_MS) return;
  dueMs.add(atMs);
  setTimer();
}

function setTimer(): void {
  const state = dispatcher();
  clearTimeout(state.timer);
  if (state.dueMs.size === 0) return;
  state.timer = setTimeout(wakeForDue, Math.min(...state.dueMs) - nowMs()).unref();
}

function wakeForDue(): void {
  const { dueMs } = dispatcher();
  const atMs = nowMs();
  // The queue goes by the wall clock. If that was set back, nothing is due yet.
  const due = [...dueMs].filter((ms) => ms <= atMs);
  for (const ms of due) dueMs.delete(ms);
  setTimer();
  if (due.length > 0) notifyDeliveriesDue();
}
