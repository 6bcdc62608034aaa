import { HttpError } from "../api/errors";
import type { ApiRequest } from "../api/request";
import { env, isProductionService } from "../platform/env";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A name that was pointed at this service behind a browser's back (DNS rebinding), or a page of another site. */
export function refuseForeign(request: ApiRequest): void {
  const own = new URL(env().SVC_BASE_URL);
  const host = readUrl(`${own.protocol}//${request.header("host") ?? ""}`);
  if (host?.host !== own.host && !isOwnMachine(host)) throw foreign("Host", own.host);
  const origin = request.header("origin");
  if (origin === null) return;
  const from = readUrl(origin);
  if (from?.origin !== own.origin && !isOwnMachine(from)) throw foreign("Origin", own.origin);
}

function readUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** In development a tool on the same machine may call, whichever port it has. */
function isOwnMachine(url: URL | null): boolean {
  return url !== null && !isProductionService() && LOOPBACK.has(url.hostname);
}

function foreign(header: string, own: string): HttpError {
  return new HttpError(403, "forbidden", `The ${header} header is not this service's. It must be ${own}.`);
}
