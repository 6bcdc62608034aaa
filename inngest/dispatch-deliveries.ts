import { DELIVERIES_DUE } from "../lib/events/wake";
import { drainDeliveries } from "../lib/webhooks/dispatch";
import { inngest } from "./client";

/** While events keep coming they are this run's, and not a run each. */
const LINGER_MS = 250;

/** Woken after a commit: one step drains what is due. What it cannot finish is the next run's. */
export const dispatchDeliveries = inngest.createFunction(
  { id: "dispatch-deliveries", triggers: [{ event: DELIVERIES_DUE }], retries: 2 },
  async ({ step }) => {
    const { isMore } = await step.run("drain", () => drainDeliveries(LINGER_MS));
    if (isMore) await step.sendEvent("go on", { name: DELIVERIES_DUE });
  },
);
