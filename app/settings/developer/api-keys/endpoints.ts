import type { EndpointSummary } from "@/lib/api-keys/reach";
import { REGISTRY } from "@/lib/docs/surface/registry";

/** The endpoints that decide a key's reach. */
export function listEndpoints(): EndpointSummary[] {
  return REGISTRY.map(({ method, path, scope, kind }) => ({ method, path, scope, isWrite: kind === "write" }));
}
