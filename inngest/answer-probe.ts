import { z } from "zod";
import { inngest } from "./client";
import { answerProbe } from "./probe-store";

export const PROBE_SENT = "svc/probe.sent";

const Sent = z.object({ askedAt: z.coerce.date() });

/** Proves that Inngest takes our events and calls our functions. */
export const answerProbes = inngest.createFunction(
  { id: "answer-probes", triggers: [{ event: PROBE_SENT }], retries: 0 },
  async ({ event }) => {
    await answerProbe(Sent.parse(event.data).askedAt);
  },
);
