import type { Endpoint } from "./endpoint";

interface Route {
  segments: readonly string[];
  endpoints: Endpoint[];
}

export interface Match {
  endpoints: readonly Endpoint[];
  params: Record<string, string>;
}

/** The registry's paths are the router. There are few, so a walk over those of the same length is enough. */
export function createRouter(endpoints: readonly Endpoint[]): (path: string) => Match | null {
  const byLength = new Map<number, Route[]>();
  for (const endpoint of endpoints) {
    const segments = endpoint.path.split("/");
    const routes = byLength.get(segments.length) ?? [];
    const known = routes.find((route) => route.segments.join("/") === endpoint.path);
    if (known) known.endpoints.push(endpoint);
    else routes.push({ segments, endpoints: [endpoint] });
    byLength.set(segments.length, routes);
  }
  return (path) => {
    const given = path.split("/");
    for (const route of byLength.get(given.length) ?? []) {
      const params = matchSegments(route.segments, given);
      if (params) return { endpoints: route.endpoints, params };
    }
    return null;
  };
}

function matchSegments(segments: readonly string[], given: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = given[index] ?? "";
    if (segment.startsWith("{")) {
      if (value === "") return null;
      params[segment.slice(1, -1)] = decodeSegment(value);
    } else if (segment !== value) return null;
  }
  return params;
}

/** Bad percent-encoding is no id that exists: it stays as it is, and is not found. */
function decodeSegment(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
