import { z } from "zod";
import { DELIVERIES_DUE } from "../lib/events/deliveries-due";
import { nowMs } from "../lib/platform/clock";
import { drainDeliveries } from "../lib/webhooks/delivery/dispatch";
import { sweepQueue } from "../lib/webhooks/retention";
import { inngest } from "./client";

/** Events that follow within this time are the same run's, and not a run each. */
const LINGER_MS = 250;

const Due = z.object({ dueAt: z.coerce.date().optional() });

/**
 * Sent after a commit, or for all retries that are due within the same second: one step drains the queue. A run for
 * retries finds something only when the process that made the attempts has ended; otherwise its timers were first.
 */
export const dispatchDeliveries = inngest.createFunction(
  { id: "dispatch-deliveries", triggers: [{ event: DELIVERIES_DUE }], retries: 2 },
  async ({ event, step }) => {
    const { dueAt } = Due.parse(event.data);
    if (dueAt) {
      // A span and not an instant: the clock of the server that wakes us may differ from ours. It counts whole seconds.
      const leftMs = dueAt.getTime() - nowMs();
      await step.sleep("until due", Math.max(1, Math.ceil(leftMs / 1_000)) * 1_000);
    }
    const { isMore } = await step.run("drain", () => drainDeliveries(dueAt ? 0 : LINGER_MS));
    if (isMore) await step.sendEvent("go on", { name: DELIVERIES_DUE });
  },
);

/** Each minute: deliveries of which no event told, that a crash left, or that the last minute's limit delayed. */
export const sweepDeliveries = inngest.createFunction(
  { id: "sweep-deliveries", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => {
    await step.run("tidy", sweepQueue);
    await step.run("drain", () => drainDeliveries());
  },
);
