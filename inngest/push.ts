import { drainPushes, PUSHES_DUE } from "../lib/notifications/push/drain";
import { inngest } from "./client";

export const sendPushes = inngest.createFunction(
  { id: "send-pushes", triggers: [{ event: PUSHES_DUE }, { cron: "* * * * *" }], retries: 0 },
  async ({ step }) => {
    const isDone = await step.run("drain", drainPushes);
    if (!isDone) await step.sendEvent("go on", { name: PUSHES_DUE });
  },
);
