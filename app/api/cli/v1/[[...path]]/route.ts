import { createKernel } from "@/lib/api/kernel";
import { fromRequest, toResponse } from "@/lib/api/web-http";
import { REGISTRY } from "@/lib/docs/surface/registry";

const PREFIX = "/api/cli";
const kernel = createKernel(REGISTRY, "cli");

async function handle(request: Request): Promise<Response> {
  const apiRequest = fromRequest(request);
  const target = apiRequest.target.slice(PREFIX.length);
  return toResponse(await kernel({ ...apiRequest, target }), request.method === "HEAD");
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
