import { SCOPES } from "@/lib/access/scopes";
import { endSession } from "@/lib/accounts/sessions/end-session";
import { openRequests } from "@/lib/requests/open-viewer";
import { requireCliSession, serveCli } from "../serve";

export const GET = serveCli(async (request) => {
  const { id, deviceName, expiresAt, user } = await requireCliSession(request);
  const { areas } = await openRequests(user.id);
  return {
    session: { id, deviceName, expiresAt },
    user: { id: user.id, email: user.email, name: user.name },
    contexts: areas.map(({ kind, ownerId, name }) => ({ kind, id: ownerId, name })),
    scopes: SCOPES,
  };
});

export const DELETE = serveCli(async (request) => {
  const { id, user } = await requireCliSession(request);
  return { ended: await endSession({ sessionId: id, userId: user.id }) };
});
