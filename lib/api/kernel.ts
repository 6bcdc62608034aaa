import { beginCall } from "./call";
import { refuseOversized } from "./decode";
import type { Endpoint } from "./endpoint";
import { HttpError } from "./errors";
import { answerCall, answerEndpoint } from "./pipeline";
import type { ApiRequest, ApiResponse } from "./request";
import { createRouter, type Match } from "./router";

export type Kernel = (request: ApiRequest) => Promise<ApiResponse>;

/** Both doors call it. The front door gives it the registry; a `route.ts` gives it the endpoints of its path. */
export function createKernel(endpoints: readonly Endpoint[]): Kernel {
  const findRoute = createRouter(endpoints);
  return async (request) => {
    const match = findRoute(pathOf(request));
    const method = request.method === "HEAD" ? "GET" : request.method;
    const endpoint = match?.endpoints.find((candidate) => candidate.method === method);
    return match && endpoint ? answerEndpoint(endpoint, request, match.params) : answerUnmatched(request, match);
  };
}

/** Unknown paths and methods are answered and audited like all others, also without a credential. */
function answerUnmatched(request: ApiRequest, match: Match | null): Promise<ApiResponse> {
  return answerCall(beginCall(request, "unmatched"), async (call) => {
    refuseOversized(request);
    if (!match)
      throw new HttpError(
        404,
        "not_found",
        "There is no such path in this API. /settings/developer/api-reference lists them.",
      );
    const allow = listMethods(match).join(", ");
    if (request.method === "OPTIONS")
      return { status: 204, headers: { allow, "x-request-id": call.requestId }, body: null };
    const message = `${request.method} is not offered here; ${allow} is.`;
    throw new HttpError(405, "validation_error", message, undefined, { allow });
  });
}

function listMethods({ endpoints }: Match): string[] {
  const methods = endpoints.map(({ method }) => method as string);
  return [
    ...(methods.includes("GET") ? ["GET", "HEAD"] : []),
    ...methods.filter((method) => method !== "GET"),
    "OPTIONS",
  ];
}

export function pathOf({ target }: Pick<ApiRequest, "target">): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}
