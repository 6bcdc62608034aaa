import { CLIENT_ADDRESS_HEADER } from "@/lib/accounts/auth-options";
import { fromRequest, toResponse } from "@/lib/api/web-exchange";
import type { OAuthEndpoint } from "@/lib/oauth/endpoints";

/** Next's door to what the front door answers by itself. Every method is exported, so that Next makes no 405 of its own. */
export function serve(endpoint: OAuthEndpoint) {
  const handle = async (request: Request): Promise<Response> => {
    const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
    return toResponse(await endpoint(fromRequest(request), address), request.method === "HEAD");
  };
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}
