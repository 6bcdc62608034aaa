import { fromRequest, toResponse } from "@/lib/api/web-http";
import type { OAuthEndpoint } from "@/lib/oauth/endpoints";

/** Next's route to endpoints that the front door answers itself. Exports every method, so that Next does not answer its own 405. */
export function serve(endpoint: OAuthEndpoint) {
  const handle = async (request: Request): Promise<Response> => {
    return toResponse(await endpoint(fromRequest(request)), request.method === "HEAD");
  };
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}
