import { connectSignals } from "../lib/platform/background";
import { backgroundMode } from "../lib/platform/env";
import { inngest } from "./client";
import { startEmbeddedRecorder, startEmbeddedRunner, watchInngest } from "./stand-in";

export interface Background {
  stop(): Promise<void>;
}

/** `api` answers the requests of programs, `web` those and pages, `worker` runs the background functions, `all` does everything. */
export type Role = "api" | "web" | "worker" | "all";

export const isWorking = (role: Role): boolean => role === "worker" || role === "all";

/**
 * Signals reach the functions from now on. This process runs them when there is no Inngest, or none that does; with the
 * roles `api` and `web` it leaves them to the workers.
 */
export async function startBackground(role: Role = "all"): Promise<Background> {
  connectSignals((signals) => inngest.send(signals.map((signal) => ({ ...signal, data: { ...signal.data } }))));
  const isEmbedded = backgroundMode() === "embedded";
  if (!isWorking(role)) return isEmbedded ? startEmbeddedRecorder() : { stop: () => Promise.resolve() };
  return isEmbedded ? startEmbeddedRunner() : watchInngest();
}
