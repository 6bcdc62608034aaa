import type { IncomingMessage, ServerResponse } from "node:http";
import { beginCall } from "../api/call";
import { allowAnyOrigin } from "../api/cors";
import { HttpError } from "../api/errors";
import { pathOf } from "../api/kernel";
import { answerNode } from "../api/node-http";
import { answerCall } from "../api/pipeline";
import type { ApiRequest, ApiResponse } from "../api/request";
import { env, isProductionService } from "../platform/env";
import { readClientAddress } from "./page-headers";

export const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const OFFERED_METHODS = new Set(METHODS.split(", "));

export function isOffered(method: string | undefined): method is string {
  return method !== undefined && OFFERED_METHODS.has(method);
}

interface Admitted {
  target: string;
  path: string;
  address: string;
  isApi: boolean;
}

export async function admit(request: IncomingMessage, response: ServerResponse): Promise<Admitted | null> {
  const address = readClientAddress(request);
  // Node's parser drops what follows such a request in the same packet, so nothing more may be read from the
  // connection.
  if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
  const requested = namesOneHost(request) ? readTarget(request.url) : HOSTLESS;
  if (requested.kind === "resource") {
    const { path: target, authority } = requested;
    const path = pathOf({ target });
    const isApi = isApiTarget(target);
    if (isOwnHost(authority ?? request.headers.host ?? "", path)) return { target, path, address, isApi };
    const message = "This service does not serve that host name. Use its own URL.";
    const problem = new HttpError(421, "validation_error", message);
    if (isApi) await answerNode((incoming) => refuse(incoming, problem), request, response, address);
    else response.writeHead(421, { "content-type": "text/plain; charset=utf-8" }).end(`${message}\n`);
    return null;
  }
  if (requested.kind === "server" && request.method === "OPTIONS") {
    response.writeHead(204, { allow: METHODS }).end();
    return null;
  }
  const message =
    requested === HOSTLESS ? "Send one Host header." : "The request target is not a path of this service.";
  const problem = new HttpError(400, "validation_error", message);
  await answerNode((incoming) => refuse({ ...incoming, target: "/" }, problem), request, response, address);
  return null;
}

export async function refuse(incoming: ApiRequest, problem: HttpError): Promise<ApiResponse> {
  return allowAnyOrigin(await answerCall(beginCall(incoming, "unmatched"), () => Promise.reject(problem)));
}

const ANY_HOST = new Set(["/api/healthz", "/api/readyz"]);

/**
 * A foreign Host is a name that someone else points here: links and redirects made for it would lead to them. Only
 * production knows its names.
 */
export function isOwnHost(host: string, path: string): boolean {
  if (!isProductionService() || ANY_HOST.has(path)) return true;
  const { SVC_BASE_URL, SVC_ALLOWED_HOSTS } = env();
  const base = parseBase(SVC_BASE_URL);
  if (host === base.host) return true;
  const named = parseHost(host, base.protocol);
  if (!named) return false;
  return named.host === base.host || [named.host, named.hostname].some((name) => SVC_ALLOWED_HOSTS.includes(name));
}

let last = { text: "http://localhost", url: new URL("http://localhost") };

function parseBase(text: string): URL {
  if (text !== last.text) last = { text, url: new URL(text) };
  return last.url;
}

function parseHost(host: string, protocol: string): URL | null {
  if (!/^[^/?#@\\\s]+$/.test(host) || !URL.canParse(`${protocol}//${host}`)) return null;
  return new URL(`${protocol}//${host}`);
}

type RequestTarget =
  | { kind: "resource"; path: string; authority: string | null }
  | { kind: "server" }
  | { kind: "unreadable" };

const HOSTLESS: RequestTarget = { kind: "unreadable" };

/** Node keeps the first of several Hosts, and a proxy before us may have gone by another. */
function namesOneHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === "1.0";
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1;
}

export function readTarget(url = "/"): RequestTarget {
  if (url.startsWith("/")) return { kind: "resource", path: url, authority: null };
  if (url === "*") return { kind: "server" };
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return { kind: "unreadable" };
  const { host, pathname, search } = new URL(url);
  return { kind: "resource", path: pathname + search, authority: host };
}

/** Next answers 500 to a path that is no percent-encoded UTF-8. */
export function isDecodablePath(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export function isApiTarget(target: string): boolean {
  return /^\/v1(?:[/?]|$)/.test(target);
}
