import { signal } from "../platform/background";
import { shared } from "../platform/shared";

export const DELIVERIES_DUE = "webhooks/deliveries.due";

/** One wake-up serves all events of so long a time: a burst of writes is no burst of background runs. */
const WAKE_EVERY_MS = 20;

interface Line {
  isQuiet: boolean;
  isAsked: boolean;
  /** Drains that go on in this process. */
  listeners: Set<() => void>;
}

const line = () => shared<Line>("wake-dispatch", () => ({ isQuiet: false, isAsked: false, listeners: new Set() }));

/**
 * A drain that goes on in this process is told, and no background run is asked for. Otherwise: at once when nobody was
 * woken just now, or at the end of the quiet time; never forgotten.
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

/** Whoever hears promises to look once more after each call, or to pass it on. Returns what ends that. */
export function hearWakes(onWake: () => void): () => void {
  const { listeners } = line();
  listeners.add(onWake);
  return () => listeners.delete(onWake);
}
