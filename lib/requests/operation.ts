import { findTool } from "../agents/mcp/tools";
import type { Endpoint } from "../api/endpoint";
import { REGISTRY } from "../docs/surface/registry";

/** A tool has the price and burst group of its surface, not of its endpoint. */
export interface Operation {
  endpoint: Endpoint;
  units: number;
  group: "read" | "write" | "tool";
}

export function findOperation({ surface, method, route }: Record<"surface" | "method" | "route", string>) {
  if (surface === "mcp") {
    const tool = route.startsWith("tools/") ? findTool(route.slice("tools/".length)) : null;
    return tool && ({ endpoint: tool.endpoint, units: tool.units, group: "tool" } satisfies Operation);
  }
  const named = method === "HEAD" ? "GET" : method;
  const endpoint = REGISTRY.find((candidate) => candidate.method === named && candidate.path === route);
  if (!endpoint) return null;
  return { endpoint, units: endpoint.units, group: endpoint.kind === "write" ? "write" : "read" } satisfies Operation;
}
