import { signal } from "../platform/background";
import { nowMs } from "../platform/clock";
import { shared } from "../platform/shared";

export const DELIVERIES_DUE = "webhooks/deliveries.due";

const SIGNAL_EVERY_MS = 20;
const WAKE_SPAN_MS = 50;
/** The minute's sweep comes before anything later. */
const TIMER_MAX_MS = 60_000;

interface Dispatcher {
  isQuiet: boolean;
  drains: Set<() => void>;
  dueMs: Set<number>;
  timer: NodeJS.Timeout | undefined;
}

const dispatcher = () =>
  shared<Dispatcher>("deliveries-due", () => ({
    isQuiet: false,
    drains: new Set(),
    dueMs: new Set(),
    timer: undefined,
  }));

/** Signals are spaced, because a background run costs more than the deliveries of a burst. */
export function notifyDeliveriesDue(): void {
  const state = dispatcher();
  const [wakeDrain] = state.drains;
  if (wakeDrain) {
    wakeDrain();
    return;
  }
  if (state.isQuiet) {
    state.dueMs.add(nowMs());
    return;
  }
  state.isQuiet = true;
  signal({ name: DELIVERIES_DUE, data: {} });
  setTimeout(() => {
    state.isQuiet = false;
    wakeForDue();
  }, SIGNAL_EVERY_MS).unref();
}

/** A drain must read the queue again after each call, or pass the call on. Returns the function that unsubscribes. */
export function onDeliveriesDue(wakeDrain: () => void): () => void {
  const { drains } = dispatcher();
  drains.add(wakeDrain);
  return () => drains.delete(wakeDrain);
}

export function notifyDeliveriesDueAt(dueAt: Date): void {
  const { dueMs } = dispatcher();
  const atMs = Math.ceil(dueAt.getTime() / WAKE_SPAN_MS) * WAKE_SPAN_MS;
  if (dueMs.has(atMs) || atMs > nowMs() + TIMER_MAX_MS) return;
  dueMs.add(atMs);
  wakeForDue();
}

function wakeForDue(): void {
  const state = dispatcher();
  const atMs = nowMs();
  // The queue goes by the wall clock: if that was set back, nothing is due yet when the timer ends.
  const due = [...state.dueMs].filter((ms) => ms <= atMs);
  for (const ms of due) state.dueMs.delete(ms);
  clearTimeout(state.timer);
  const waitMs = Math.min(TIMER_MAX_MS, Math.min(...state.dueMs) - atMs);
  if (state.dueMs.size > 0) state.timer = setTimeout(wakeForDue, waitMs).unref();
  if (due.length > 0) notifyDeliveriesDue();
}
