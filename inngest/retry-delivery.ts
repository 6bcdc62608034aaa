import { z } from "zod";
import { DELIVERY_FAILED, retryDelivery } from "../lib/webhooks/dispatch";
import { inngest } from "./client";

const Failed = z.object({ deliveryId: z.uuid(), nextRetryAt: z.coerce.date() });

/** Three retries, and some turns that a limit delayed. After that the sweep has it. */
const TURNS_MAX = 10;

/** One run per failed delivery: it sleeps until each retry is due (§6: 2, 4, 8 s). */
export const retryFailedDelivery = inngest.createFunction(
  { id: "retry-delivery", triggers: [{ event: DELIVERY_FAILED }], retries: 2 },
  async ({ event, step }) => {
    const { deliveryId, nextRetryAt } = Failed.parse(event.data);
    let next: string | null = nextRetryAt.toISOString();
    for (let turn = 1; next !== null && turn <= TURNS_MAX; turn += 1) {
      await step.sleepUntil(`until turn ${turn}`, next);
      next = await step.run(`turn ${turn}`, async () => (await retryDelivery(deliveryId))?.toISOString() ?? null);
    }
  },
);
