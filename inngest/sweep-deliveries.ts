import { drainDeliveries } from "../lib/webhooks/dispatch";
import { tidyDeliveries } from "../lib/webhooks/tidy-store";
import { inngest } from "./client";

/** Each minute: what nobody was woken for, what a crash left, and what the last minute's limit delayed. */
export const sweepDeliveries = inngest.createFunction(
  { id: "sweep-deliveries", triggers: [{ cron: "* * * * *" }], retries: 0 },
  async ({ step }) => {
    await step.run("tidy", tidyDeliveries);
    await step.run("drain", () => drainDeliveries());
  },
);
