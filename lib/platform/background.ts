import { log } from "./log";
import { shared } from "./shared";

export interface Signal {
  id?: string;
  name: string;
  data: Readonly<Record<string, unknown>>;
}

type Send = (signals: readonly Signal[]) => Promise<unknown>;

const connected = () => shared<{ send: Send | null }>("background-signals", () => ({ send: null }));

export function connectSignals(send: Send): void {
  connected().send = send;
}

/** A signal only makes work happen sooner: the work is in the database, and a cron finds it when the signal is lost. */
export function signal(...signals: readonly Signal[]): void {
  connected()
    .send?.(signals)
    .catch((error: unknown) => log().warn({ error }, "a signal to the background functions was lost"));
}

export const RUNNER_CHANNEL = "svc_runner";

export const INNGEST_SILENT_MAX_MS = 50_000;

export interface BackgroundHealth {
  isStandingIn: boolean;
}

export function backgroundHealth(): BackgroundHealth {
  return shared("background-health", () => ({ isStandingIn: false }));
}
