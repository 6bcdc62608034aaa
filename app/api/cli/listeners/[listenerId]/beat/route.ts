import { beatStream } from "@/lib/webhooks/listeners/answer-delivery";
import { serveListener } from "../../../serve";

/** The command line sends one every few seconds, so silence ends the stream. */
export const POST = serveListener(async (session, { listenerId }) => {
  await beatStream(session, listenerId);
  return { heard: true };
});
