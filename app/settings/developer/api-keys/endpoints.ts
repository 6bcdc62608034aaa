import type { EndpointSummary } from "@/lib/api-keys/reach";
import { REGISTRY } from "@/lib/docs/surface/registry";

export function listEndpoints(): EndpointSummary[] {
  return REGISTRY.map(({ method, path, scope, kind }) => ({ method, path, scope, isWrite: kind === "write" }));
}
