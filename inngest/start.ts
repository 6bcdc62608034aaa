import { notifyDeliveriesDue } from "../lib/events/deliveries-due";
import { connectSignals } from "../lib/platform/background";
import { backgroundMode } from "../lib/platform/env";
import { inngest } from "./client";
import { startEmbeddedRecorder, startEmbeddedRunner, watchInngest } from "./stand-in";

export interface Background {
  stop(): Promise<void>;
}

/** `api` answers programs, `web` answers pages too, `worker` runs the background functions, `all` does everything. */
export type Role = "api" | "web" | "worker" | "all";

export const isWorking = (role: Role): boolean => role === "worker" || role === "all";

export async function startBackground(role: Role = "all"): Promise<Background> {
  connectSignals((signals) => inngest.send(signals.map((signal) => ({ ...signal, data: { ...signal.data } }))));
  const isEmbedded = backgroundMode() === "embedded";
  if (!isWorking(role)) return isEmbedded ? startEmbeddedRecorder() : { stop: () => Promise.resolve() };
  const background = isEmbedded ? await startEmbeddedRunner() : watchInngest();
  // Retries that an ended process left are in the queue: the drain that reads it times them.
  notifyDeliveriesDue();
  return background;
}
