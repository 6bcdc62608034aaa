import { z } from "zod";
import { DELIVERIES_DUE } from "../lib/events/deliveries-due";
import { nowMs } from "../lib/platform/clock";
import { drainDeliveries } from "../lib/webhooks/delivery/dispatch";
import { sweepQueue } from "../lib/webhooks/retention";
import { inngest } from "./client";

const LINGER_MS = 250;

const Due = z.object({ dueAt: z.coerce.date().optional() });

export const dispatchDeliveries = inngest.createFunction(
  { id: "dispatch-deliveries", triggers: [{ event: DELIVERIES_DUE }], retries: 2 },
  async ({ event, step }) => {
    const { dueAt } = Due.parse(event.data);
    if (dueAt) {
      // The span is in whole seconds, because the clock of the server that wakes us may differ from ours.
      const leftMs = dueAt.getTime() - nowMs();
      await step.sleep("until due", Math.max(1, Math.ceil(leftMs / 1_000)) * 1_000);
    }
    const { isMore } = await step.run("drain", () => drainDeliveries(dueAt ? 0 : LINGER_MS));
    if (isMore) await step.sendEvent("go on", { name: DELIVERIES_DUE });
  },
);

export const sweepDeliveries = inngest.createFunction(
  { id: "sweep-deliveries", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => {
    await step.run("tidy", sweepQueue);
    await step.run("drain", () => drainDeliveries());
  },
);
