import { beginCall } from "./call";
import { allowAnyOrigin, describeMethods } from "./cors";
import { refuseOversized } from "./decode";
import type { Endpoint } from "./endpoint";
import { HttpError, methodNotAllowed } from "./errors";
import type { Entry } from "./gates";
import { answerCall, answerEndpoint } from "./pipeline";
import type { ApiRequest, ApiResponse } from "./request";

export function createKernel(
  endpoints: readonly Endpoint[],
  entry: Entry = "v1",
): (request: ApiRequest) => Promise<ApiResponse> {
  const findRoute = createRouter(endpoints);
  return async (request) => {
    const match = findRoute(pathOf(request));
    const method = request.method === "HEAD" ? "GET" : request.method;
    const endpoint = match?.endpoints.find((candidate) => candidate.method === method);
    return allowAnyOrigin(
      await (match && endpoint
        ? answerEndpoint(endpoint, request, match.params, entry)
        : answerUnmatched(request, match)),
    );
  };
}

function answerUnmatched(request: ApiRequest, match: Match | null): Promise<ApiResponse> {
  return answerCall(beginCall(request, "unmatched"), async (call) => {
    refuseOversized(request);
    const missing = "This API has no such path. The reference at /docs/reference lists all paths.";
    if (!match) throw new HttpError(404, "not_found", missing);
    const allow = listMethods(match).join(", ");
    if (request.method === "OPTIONS")
      return { status: 204, headers: { ...describeMethods(allow), "x-request-id": call.requestId }, body: null };
    throw methodNotAllowed(request.method, allow);
  });
}

function listMethods({ endpoints }: Match): string[] {
  return [...endpoints.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}

export function pathOf({ target }: Pick<ApiRequest, "target">): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

interface Route {
  segments: readonly string[];
  endpoints: Endpoint[];
}

interface Match {
  endpoints: readonly Endpoint[];
  params: Record<string, string>;
}

function createRouter(endpoints: readonly Endpoint[]): (path: string) => Match | null {
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
