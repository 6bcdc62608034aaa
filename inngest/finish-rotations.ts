import { finishEndedRotations } from "../lib/webhooks/rotation-store";
import { inngest } from "./client";

/** The clock ends a rotation; this only erases the secret that no longer signs. */
export const finishRotations = inngest.createFunction(
  { id: "finish-rotations", triggers: [{ cron: "*/5 * * * *" }], retries: 2 },
  async ({ step }) => {
    await step.run("finish", finishEndedRotations);
  },
);
