import { decodeBody } from "@/lib/api/decode";
import { fromRequest } from "@/lib/api/web-http";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { StartListener } from "@/lib/webhooks/listeners/listener";
import { startListener } from "@/lib/webhooks/listeners/start-listener";
import { requireListening, serveCli } from "../serve";

export const POST = serveCli(async (request) => {
  const session = await requireListening(request);
  const input = await decodeBody(fromRequest(request), StartListener);
  await limitPersonWrites(session.userId);
  return startListener(session, input);
});
