import type { EndpointSummary } from "@/lib/api-keys/reach";
import { REGISTRY } from "@/lib/surface/registry";

/** What the service serves now, as far as a key's reach depends on it. */
export function listEndpoints(): EndpointSummary[] {
  return REGISTRY.map(({ method, path, scope, kind }) => ({ method, path, scope, isWrite: kind === "write" }));
}
