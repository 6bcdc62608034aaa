import { signal } from "../platform/background";
import { shared } from "../platform/shared";

export const DELIVERIES_DUE = "webhooks/deliveries.due";

/** One wake-up covers all events of this interval, so that a burst of writes does not start a burst of background runs. */
const WAKE_EVERY_MS = 20;

interface Line {
  isQuiet: boolean;
  isAsked: boolean;
  /** Drains running in this process. */
  listeners: Set<() => void>;
}

const line = () => shared<Line>("wake-dispatch", () => ({ isQuiet: false, isAsked: false, listeners: new Set() }));

/**
 * Notifies a drain that runs in this process; then no background run is needed. Otherwise it sends a wake-up: at once, or
 * at the end of the quiet interval after the last one. None is lost.
 */
export function wakeDispatch(): void {
  const state = line();
  const [listener] = state.listeners;
  if (listener) {
    listener();
    return;
  }
  if (state.isQuiet) {
    state.isAsked = true;
    return;
  }
  state.isQuiet = true;
  signal({ name: DELIVERIES_DUE, data: {} });
  setTimeout(() => {
    state.isQuiet = false;
    if (!state.isAsked) return;
    state.isAsked = false;
    wakeDispatch();
  }, WAKE_EVERY_MS).unref();
}

/** A listener must look at the queue again after each call, or pass the call on. Returns the function that unsubscribes. */
export function hearWakes(onWake: () => void): () => void {
  const { listeners } = line();
  listeners.add(onWake);
  return () => listeners.delete(onWake);
}
