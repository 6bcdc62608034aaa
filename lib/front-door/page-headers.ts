import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isCrossSiteRequest } from "../api/cors";
import { BYTES_POLICY } from "../files/disposition";
import { LOCALE_PARAMETER, REQUESTED_LOCALE_HEADER } from "../i18n/locale";
import { CLIENT_ADDRESS_HEADER } from "../platform/client-address";
import { env } from "../platform/env";
import { log } from "../platform/log";
import { shared } from "../platform/shared";

const BYTES_PATH = /^\/api\/rooms\/[^/?]+\/files\/[^/?]+\/preview(?:\?|$)/;

/** The URL alone is enough to do what the mail offers, so no referrer may carry it. */
const SECRET_URL = /[?&](?:token|link)=/;

/**
 * Next takes the nonce from the request's own policy header, so it is set on both sides. What a client sent under these
 * names is overwritten, because the rest of the app trusts them.
 */
export function applyPageHeaders(request: IncomingMessage, response: ServerResponse, isDevelopment: boolean): string {
  const isSecure = env().SVC_BASE_URL.startsWith("https:");
  const nonce = randomBytes(16).toString("base64");
  const policy = BYTES_PATH.test(request.url ?? "") ? BYTES_POLICY : describePolicy(nonce, isSecure, isDevelopment);
  request.headers["content-security-policy"] = policy;
  request.headers[CLIENT_ADDRESS_HEADER] = readClientAddress(request);
  request.headers[REQUESTED_LOCALE_HEADER] = readAskedLocale(request.url);
  response.setHeader("content-security-policy", policy);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("x-frame-options", "DENY");
  // Forms of a page without a referrer come with the origin "null", and foreign ones were refused before.
  if (request.headers.origin === "null") request.headers.origin = `http://${request.headers.host}`;
  const isSecretUrl = SECRET_URL.test(request.url ?? "");
  response.setHeader("referrer-policy", isSecretUrl ? "no-referrer" : "strict-origin-when-cross-origin");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()");
  if (isSecure) response.setHeader("strict-transport-security", "max-age=63072000; includeSubDomains");
  return nonce;
}

function readAskedLocale(target = "/"): string {
  const query = target.indexOf("?");
  return query === -1 ? "" : (new URLSearchParams(target.slice(query)).get(LOCALE_PARAMETER) ?? "");
}

function describePolicy(nonce: string, isSecure: boolean, isDevelopment: boolean): string {
  const { SVC_FILES_S3_ENDPOINT: store } = env();
  const files = store === undefined ? "" : ` ${new URL(store).origin}`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Development injects styles without a nonce; positioning of menus and dialogs needs attributes everywhere.
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${files}`,
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${files}${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** The address is the n-th from the right of the header behind n trusted proxies; the others may be forged. */
export function readClientAddress(request: IncomingMessage): string {
  const own = request.socket.remoteAddress ?? "unknown";
  const hops = env().SVC_TRUSTED_PROXIES;
  const header = request.headers["x-forwarded-for"];
  if (hops === 0) {
    if (header !== undefined) warnOfProxy();
    return own;
  }
  const forwarded = [header ?? []].flat().join(",").split(",");
  return forwarded.at(-hops)?.trim() || own;
}

function warnOfProxy(): void {
  shared("untrusted-proxy-warning", () => {
    log().warn(
      "X-Forwarded-For arrived, but SVC_TRUSTED_PROXIES is 0: if this service is behind a proxy, all clients share one " +
        "address in limits and logs. Set SVC_TRUSTED_PROXIES to the number of proxies in front.",
    );
    return true;
  });
}

export function isForeignPost({ method = "", headers }: IncomingMessage): boolean {
  return isCrossSiteRequest(method, (name) => [headers[name]].flat()[0] ?? null);
}
