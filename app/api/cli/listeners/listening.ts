import type { ListeningSession } from "@/lib/webhooks/listeners/open-listener";
import { requireCliSession, serveCli } from "../serve";

interface ListenerParams {
  listenerId: string;
}

interface Context<Params> {
  params: Promise<Params>;
}

export async function requireListening(request: Request): Promise<ListeningSession> {
  const { id, deviceName, user } = await requireCliSession(request);
  return { id, deviceName, userId: user.id };
}

export function serveListener<Params extends ListenerParams>(
  work: (session: ListeningSession, params: Params, request: Request) => Promise<unknown>,
) {
  return (request: Request, { params }: Context<Params>): Promise<Response> =>
    serveCli(async () => work(await requireListening(request), await params, request))(request);
}
