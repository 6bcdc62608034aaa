import type { ApiResponse } from "../../lib/api/request";
import { REGISTRY } from "../../lib/docs/surface/registry";
import { askEndpoint, bearer } from "./ask-endpoint";
import type { EndpointScene } from "./endpoint-scene";

export function askOperation(
  operationId: string,
  { params }: Pick<EndpointScene, "params">,
  credential: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const endpoint = REGISTRY.find((candidate) => candidate.operationId === operationId);
  if (!endpoint) throw new Error(`no ${operationId}`);
  return askEndpoint(endpoint, params, { ...bearer(credential), ...headers }, body === undefined ? {} : { body });
}
