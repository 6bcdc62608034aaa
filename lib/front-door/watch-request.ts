import type { IncomingMessage, ServerResponse } from "node:http";
import { countLoad } from "../platform/load";
import { count, observe } from "../platform/meters";
import { isOffered } from "./admit";

const AREAS = new Set([
  ".well-known",
  "_next",
  "audit",
  "brand",
  "cli",
  "confirm",
  "dev",
  "docs",
  "files",
  "home",
  "login",
  "manifest.webmanifest",
  "mcp",
  "not-me",
  "oauth",
  "password",
  "preferences",
  "preview",
  "report-invitation",
  "robots.txt",
  "rooms",
  "settings",
  "sign-up",
  "sitemap.xml",
  "status",
  "status.json",
  "unsubscribe",
]);
const APIS = new Set([
  "audit",
  "auth",
  "cli",
  "connectors",
  "healthz",
  "inngest",
  "leaks",
  "passkeys",
  "readyz",
  "reference-token",
  "requests",
  "rooms",
  "search",
]);

export function nameArea(path: string): string {
  const [, first = "", second = ""] = path.split("/");
  if (first === "") return "/";
  if (first === "api") return APIS.has(second) ? `/api/${second}` : "other";
  return AREAS.has(first) ? `/${first}` : "other";
}

export interface WatchedRequest {
  route: string;
}

export const UNMATCHED = "unmatched";

export function watchRequest(request: IncomingMessage, response: ServerResponse): WatchedRequest {
  const watched = { route: UNMATCHED };
  const startedMs = performance.now();
  response.once("close", () => {
    const { route } = watched;
    const [status, ms] = [response.headersSent ? response.statusCode : null, performance.now() - startedMs];
    countResponse(route, request.method, status);
    const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
    if (!isStream) observe("svc_http_request_duration_seconds", { route }, ms / 1000);
    countLoad(status, route.startsWith("/v1") && !isStream ? ms : null);
  });
  return watched;
}

export function countResponse(route: string, method: string | undefined, statusCode: number | null): void {
  const status = statusCode === null ? "aborted" : `${Math.floor(statusCode / 100)}xx`;
  count("svc_http_requests_total", {
    route,
    method: isOffered(method) ? method : "other",
    status,
  });
}
