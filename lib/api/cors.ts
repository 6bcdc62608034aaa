import type { ApiResponse } from "./request";

const EXPOSED = [
  "x-request-id",
  "retry-after",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "ratelimit-policy",
  "svc-api-units-limit",
  "svc-api-units-remaining",
  "svc-api-units-used",
  "svc-api-units-cost",
  "svc-api-units-reset",
  "svc-ratelimit-scope",
  "svc-ratelimit-subject",
  "idempotent-replayed",
  "link",
  "allow",
  "www-authenticate",
].join(", ");

const ACCEPTED = "authorization, content-type, idempotency-key, svc-version, x-api-key, x-request-id";

const PREFLIGHT_SECONDS = "86400";

/**
 * Every origin may call `/v1` and the URLs of files: they take no cookies, so a page can send only credentials that it
 * holds itself.
 */
export function allowAnyOrigin<Response extends Pick<ApiResponse, "headers">>(
  response: Response,
  exposed = EXPOSED,
): Response {
  response.headers["access-control-allow-origin"] = "*";
  response.headers["access-control-expose-headers"] = exposed;
  return response;
}

export function describeMethods(allow: string, accepted = ACCEPTED): Record<string, string> {
  return {
    allow,
    "access-control-allow-methods": allow,
    "access-control-allow-headers": accepted,
    "access-control-max-age": PREFLIGHT_SECONDS,
  };
}

/**
 * A browser sends such a request for a page of another site with this site's cookies, so it must change nothing here.
 */
export function isCrossSiteRequest(method: string, header: (name: string) => string | null): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return false;
  if (header("sec-fetch-site") === "cross-site") return true;
  const origin = header("origin");
  if (origin === null) return false;
  if (origin === "null" && header("sec-fetch-site") === "same-origin") return false;
  return !URL.canParse(origin) || new URL(origin).host !== header("host");
}
