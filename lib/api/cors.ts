import type { ApiResponse } from "./request";

/** Headers of ours that scripts of other origins may read. A test compares them with those that responses have. */
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
];

const ANY_ORIGIN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED.join(", "),
};

/** Browsers keep the answer to a preflight for a day at most. */
const PREFLIGHT = {
  "access-control-allow-headers": "authorization, content-type, idempotency-key, svc-version, x-api-key, x-request-id",
  "access-control-max-age": "86400",
};

/** Every origin may call `/v1`: it takes no cookies, so a page can send only credentials that it holds itself. */
export function allowAnyOrigin(response: ApiResponse): ApiResponse {
  Object.assign(response.headers, ANY_ORIGIN);
  return response;
}

/** The response to OPTIONS of a known path, preflight or not. */
export function describeMethods(allow: string): Record<string, string> {
  return { allow, "access-control-allow-methods": allow, ...PREFLIGHT };
}
