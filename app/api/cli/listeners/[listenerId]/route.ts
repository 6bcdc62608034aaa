import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { endListener } from "@/lib/webhooks/listeners/end-listener";
import { openListener } from "@/lib/webhooks/listeners/open-listener";
import { serveListener } from "../../serve";

export const DELETE = serveListener(async (session, { listenerId }) => {
  const access = await openListener(session, listenerId);
  await limitPersonWrites(session.userId);
  await endListener(access);
  return { ended: true };
});
