import { decodeBody } from "@/lib/api/decode";
import { fromRequest } from "@/lib/api/web-http";
import { answerDelivery } from "@/lib/webhooks/listeners/answer-delivery";
import { ListenerAnswer } from "@/lib/webhooks/listeners/listener";
import { serveListener } from "../../../../serve";

interface Params {
  listenerId: string;
  deliveryId: string;
}

export const POST = serveListener<Params>(async (session, { listenerId, deliveryId }, request) => {
  const answer = await decodeBody(fromRequest(request), ListenerAnswer);
  await answerDelivery(session, { webhookId: listenerId, deliveryId }, answer);
  return { recorded: true };
});
