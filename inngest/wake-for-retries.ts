import { z } from "zod";
import { DELIVERIES_DUE } from "../lib/events/wake";
import { nowMs } from "../lib/platform/clock";
import { drainDeliveries } from "../lib/webhooks/dispatch";
import { RETRIES_DUE } from "../lib/webhooks/retry-schedule";
import { inngest } from "./client";

const Due = z.object({ dueAt: z.coerce.date() });

/**
 * One run for all retries that are due within the same second. It finds something only when the process that made the
 * attempts has ended since; otherwise that process woke by itself.
 */
export const wakeForRetries = inngest.createFunction(
  { id: "wake-for-retries", triggers: [{ event: RETRIES_DUE }], retries: 2 },
  async ({ event, step }) => {
    // A span and not an instant: the clock of the server that wakes us may differ from ours. It counts whole seconds.
    const leftMs = Due.parse(event.data).dueAt.getTime() - nowMs();
    await step.sleep("until due", Math.max(1, Math.ceil(leftMs / 1_000)) * 1_000);
    const { isMore } = await step.run("drain", () => drainDeliveries());
    if (isMore) await step.sendEvent("go on", { name: DELIVERIES_DUE });
  },
);
