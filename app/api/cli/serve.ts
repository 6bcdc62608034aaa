import { type CliSession, readCliSession } from "@/lib/accounts/cli-login/read-cli-session";
import { readSession } from "@/lib/accounts/sessions/session";
import { refuseCli } from "@/lib/api/authenticate";
import { describeFailure } from "@/lib/api/errors";
import { requireSession } from "@/lib/api/gates";
import { newRequestId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { ListeningSession } from "@/lib/webhooks/listeners/open-listener";

/** The signed-in person of a command line; 401 without one. Cookies are not looked at. */
export async function requireCliSession(request: Request): Promise<CliSession> {
  const session = await readCliSession(request.headers);
  if (session) return session;
  throw refuseCli();
}

/** Paths that the screens read as well: by the command line's token where one is sent, otherwise by the cookie. */
export async function requireUser(request: Request): Promise<{ id: string; isAdmin: boolean }> {
  if (request.headers.has("authorization")) return (await requireCliSession(request)).user;
  const user = (await readSession())?.user;
  return { id: requireSession(user?.id ?? null), isAdmin: user?.isAdmin ?? false };
}

export async function requirePerson(request: Request): Promise<string> {
  return (await requireUser(request)).id;
}

export function serveCli(work: (request: Request) => Promise<unknown>) {
  return async (request: Request): Promise<Response> => {
    const requestId = newRequestId();
    try {
      return answerJson(200, await work(request), requestId);
    } catch (error) {
      return answerFailure(error, requestId);
    }
  };
}

export function answerFailure(error: unknown, requestId: string): Response {
  const { status, code, message, details, headers } = describeFailure(error);
  if (status >= 500) log().error({ error, requestId }, "the command line could not be answered");
  const body = { error: { code, message, requestId, ...(details ? { details } : {}) } };
  return answerJson(status, body, requestId, headers);
}

function answerJson(status: number, body: unknown, requestId: string, more = {}): Response {
  const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff", "x-request-id": requestId };
  return Response.json(body, { status, headers: { ...headers, ...more } });
}

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
