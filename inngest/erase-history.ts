import { eraseOldHistory } from "../lib/webhooks/tidy-store";
import { inngest } from "./client";

/** Each night, some thousand rows a step; what is left then is the next night's. */
const STEPS_MAX = 200;

export const eraseDeliveryHistory = inngest.createFunction(
  { id: "erase-delivery-history", triggers: [{ cron: "30 3 * * *" }], retries: 2 },
  async ({ step }) => {
    for (let n = 1; n <= STEPS_MAX; n += 1) if (!(await step.run(`erase ${n}`, eraseOldHistory))) return;
  },
);
