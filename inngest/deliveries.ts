import { DELIVERIES_DUE } from "../lib/events/deliveries-due";
import { drainDeliveries } from "../lib/webhooks/delivery/dispatch";
import { sweepQueue } from "../lib/webhooks/retention";
import { inngest } from "./client";

const LINGER_MS = 250;

export const dispatchDeliveries = inngest.createFunction(
  { id: "dispatch-deliveries", triggers: [{ event: DELIVERIES_DUE }], retries: 2 },
  async ({ step }) => {
    await step.run("drain", () => drainDeliveries(LINGER_MS));
  },
);

export const sweepDeliveries = inngest.createFunction(
  { id: "sweep-deliveries", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => {
    await step.run("tidy", sweepQueue);
    await step.run("drain", () => drainDeliveries());
  },
);
