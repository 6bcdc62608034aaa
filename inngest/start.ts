import { connectSignals } from "../lib/platform/background";
import { backgroundMode } from "../lib/platform/env";
import { inngest } from "./client";
import { startEmbeddedRunner, watchInngest } from "./stand-in";

export interface Background {
  stop(): Promise<void>;
}

/** Signals reach the functions from now on. This process runs them when there is no Inngest, or none that does. */
export async function startBackground(): Promise<Background> {
  connectSignals((signals) => inngest.send(signals.map((signal) => ({ ...signal, data: { ...signal.data } }))));
  return backgroundMode() === "embedded" ? startEmbeddedRunner() : watchInngest();
}
