import { readSession } from "@/lib/accounts/sessions/session";
import { answerConnector, type ConnectorEndpoint } from "@/lib/agents/runs/endpoints";
import { fromRequest, toResponse } from "@/lib/api/web-http";

interface Context {
  params: Promise<Record<string, string>>;
}

/** Exports every method, so that Next does not answer its own empty 405. */
export function serve(endpoint: ConnectorEndpoint) {
  const handle = async (request: Request, { params }: Context): Promise<Response> => {
    const session = await readSession();
    const visitor = { userId: session?.user.id ?? null };
    const answer = await answerConnector(endpoint, fromRequest(request), visitor, await params);
    return toResponse(answer, request.method === "HEAD");
  };
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}
