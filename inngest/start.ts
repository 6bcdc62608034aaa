import { connectSignals } from "../lib/platform/background";
import { backgroundMode } from "../lib/platform/env";
import { inngest } from "./client";
import { startEmbeddedRecorder, startEmbeddedRunner, watchInngest } from "./stand-in";

export interface Background {
  stop(): Promise<void>;
}

/** `web` answers requests, `worker` runs the background functions, `all` does both in one process. */
export type Role = "web" | "worker" | "all";

/**
 * Signals reach the functions from now on. This process runs them when there is no Inngest, or none that does; with the
 * role `web` it leaves them to the workers.
 */
export async function startBackground(role: Role = "all"): Promise<Background> {
  connectSignals((signals) => inngest.send(signals.map((signal) => ({ ...signal, data: { ...signal.data } }))));
  const isEmbedded = backgroundMode() === "embedded";
  if (role === "web") return isEmbedded ? startEmbeddedRecorder() : { stop: () => Promise.resolve() };
  return isEmbedded ? startEmbeddedRunner() : watchInngest();
}
