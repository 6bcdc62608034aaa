import { log } from "./log";
import { shared } from "./shared";

/** An event that wakes a background function. With an id, the same thing said twice wakes it once. */
export interface Signal {
  id?: string;
  name: string;
  data: Readonly<Record<string, unknown>>;
}

type Send = (signals: readonly Signal[]) => Promise<unknown>;

const line = () => shared<{ send: Send | null }>("background-signals", () => ({ send: null }));

/** The server connects this once; before that, and in tests of stores, signals go nowhere. */
export function connectSignals(send: Send): void {
  line().send = send;
}

/**
 * Never fails and is not waited for: a signal only makes things happen sooner. Pending work is in the database, and a
 * cron finds work whose signal was lost.
 */
export function signal(...signals: readonly Signal[]): void {
  line()
    .send?.(signals)
    .catch((error: unknown) => log().warn({ error }, "a signal to the background functions was lost"));
}

/** Tells embedded runners of work that no process has told them of yet. */
export const RUNNER_CHANNEL = "svc_runner";

/** An Inngest that has run nothing for this long is unsynced, dead or too slow. With the checks: less than a minute. */
export const INNGEST_SILENT_MAX_MS = 50_000;

/** Whether this process runs the background functions in place of an Inngest that does not. */
export interface BackgroundHealth {
  isStandingIn: boolean;
}

export function backgroundHealth(): BackgroundHealth {
  return shared("background-health", () => ({ isStandingIn: false }));
}
