import { signal } from "../platform/background";
import { shared } from "../platform/shared";

export const DELIVERIES_DUE = "webhooks/deliveries.due";

/** One wake-up serves all events of so long a time: a burst of writes is no burst of background runs. */
const WAKE_EVERY_MS = 20;

const line = () =>
  shared<{ isQuiet: boolean; isAsked: boolean }>("wake-dispatch", () => ({ isQuiet: false, isAsked: false }));

/** At once when nobody was woken just now, otherwise at the end of the quiet time; never forgotten. */
export function wakeDispatch(): void {
  const state = line();
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
