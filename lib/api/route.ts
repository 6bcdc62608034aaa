import type { Endpoint } from "./endpoint";
import { createKernel } from "./kernel";
import { fromRequest, toResponse } from "./web-http";

type Handler = (request: Request) => Promise<Response>;

/** Every method is exported, so that Next never answers a 405 of its own, which would be empty. */
export function route(...endpoints: readonly Endpoint[]) {
  const kernel = createKernel(endpoints);
  const handle: Handler = async (request) => toResponse(await kernel(fromRequest(request)), request.method === "HEAD");
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}
