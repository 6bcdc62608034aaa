import { serve } from "inngest/edge";
import { connectSignals } from "../lib/platform/background";
import { backgroundMode } from "../lib/platform/env";
import { inngest } from "./client";
import { embeddedEvents } from "./embedded/event-door";
import { startRunner } from "./embedded/runner";
import { functions } from "./functions";

export interface Background {
  stop(): Promise<void>;
}

/** Signals reach the functions from now on, and without Inngest this process runs them, too. */
export async function startBackground(): Promise<Background> {
  connectSignals((signals) => inngest.send(signals.map((signal) => ({ ...signal, data: { ...signal.data } }))));
  if (backgroundMode() !== "embedded") return { stop: () => Promise.resolve() };
  return startRunner({ handler: serve({ client: inngest, functions }), door: embeddedEvents() });
}
