import { beatStream } from "@/lib/webhooks/listeners/answer-delivery";
import { serveListener } from "../../listening";

/** From the first one on the command line sends one every few seconds: its silence ends the stream. */
export const POST = serveListener(async (session, { listenerId }) => {
  await beatStream(session, listenerId);
  return { heard: true };
});
