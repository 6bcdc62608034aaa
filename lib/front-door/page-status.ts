import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "../platform/env";
import { isId } from "../platform/ids";
import { BACKEND_RETRY_AFTER_SECONDS } from "../platform/limits";
import { followAnswer, LAST_VISITED_COOKIES, type PageAnswer } from "../platform/page-answer";
import { type FailureKind, writeFailurePage } from "./failure-page";
import type { PageResponse } from "./page-response";

const ROUTE_HANDLERS = /^\/(api\/|oauth\/consent\/decision|unsubscribe\/one-click)/;

function isActionPost({ method, headers, url = "" }: IncomingMessage): boolean {
  if (method !== "POST" || ROUTE_HANDLERS.test(url)) return false;
  return headers["next-action"] !== undefined || (headers["content-type"] ?? "").startsWith("multipart/form-data");
}

/**
 * Next answers 500 to arguments that it cannot decode, though no action has run and the fault is the caller's. A page
 * cannot set 404 itself; Next's own fetches of page data would then load the whole page again.
 */
function chooseStatus(request: IncomingMessage, status: number, answer: Readonly<PageAnswer>): number {
  if (status === 500 && answer.isUnavailable) return 503;
  if (status === 500 && isActionPost(request) && !answer.hasActionBegun) return 400;
  if (status === 200 && answer.isMissing && request.headers["rsc"] === undefined) return 404;
  return status;
}

/** Programs read the answers of route handlers, and Next's client draws the failures of its own fetches. */
function isPageRequest({ method, headers, url = "" }: IncomingMessage): boolean {
  return method === "GET" && headers["rsc"] === undefined && !url.startsWith("/api/");
}

function chooseFailure(request: IncomingMessage, status: number, answer: Readonly<PageAnswer>): FailureKind | null {
  if (isActionPost(request)) {
    if (request.headers["next-action"] !== undefined) return null;
    if (status === 400 || status === 409) return answer.hasActionBegun ? null : "unread";
    return status === 503 ? "formAway" : status === 500 ? "form" : null;
  }
  if (!isPageRequest(request) || answer.failure === null) return null;
  return status === 503 ? "pageAway" : status === 500 ? "page" : null;
}

/**
 * Hands a request to Next and corrects the status of its answer. A page that could not be drawn, and a failed form without
 * JavaScript, get a page of the front door's. Without a nonce they do not: in development Next's own page says more.
 */
export function answerPage(
  request: IncomingMessage,
  page: PageResponse,
  handle: () => Promise<void>,
  nonce: string | null,
): Promise<void> {
  const { response } = page;
  return followAnswer((answer) => {
    page.correctHead((status) => {
      const chosen = chooseStatus(request, status, answer);
      const kind = nonce === null ? null : chooseFailure(request, chosen, answer);
      if (kind && nonce) return () => sendFailure(request, response, chosen, { kind, nonce, ...answer });
      if (chosen === 200) rememberVisited(request, response, answer);
      if (chosen === 503) response.setHeader("retry-after", BACKEND_RETRY_AFTER_SECONDS);
      return chosen;
    });
    return handle();
  });
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

function rememberVisited(
  request: IncomingMessage,
  response: ServerResponse,
  { lastPlaces }: Readonly<PageAnswer>,
): void {
  if (request.headers["next-router-prefetch"] !== undefined || isRefresh(request)) return;
  const secure = env().SVC_BASE_URL.startsWith("https:") ? "; Secure" : "";
  // A form is sent to the URL of its page, and may have chosen another area than the one named there.
  const area = request.method === "GET" ? readArea(request.url ?? "") : undefined;
  const visited = { ...lastPlaces, area };
  for (const place of ["area", "room"] as const) {
    const id = visited[place];
    const pair = `${LAST_VISITED_COOKIES[place]}=${id}`;
    if (id === undefined || request.headers.cookie?.split("; ").includes(pair)) continue;
    response.appendHeader("set-cookie", `${pair}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`);
  }
}

/** A list that reloads itself may do so just after its reader has chosen another area. */
function isRefresh({ url = "", headers: { rsc, referer = "" } }: IncomingMessage): boolean {
  if (rsc === undefined || !URL.canParse(url, referer)) return false;
  const [asked, shown] = [new URL(url, referer), new URL(referer)];
  asked.searchParams.delete("_rsc");
  return asked.pathname === shown.pathname && asked.searchParams.toString() === shown.searchParams.toString();
}

/** The headers of a page that streams have left before the page knows its area, so the URL says it. */
function readArea(url: string): string | undefined {
  const [path = "", query] = url.split("?");
  const area = path.startsWith("/settings/developer") ? new URLSearchParams(query).get("area") : null;
  return area !== null && (isId("org", area) || isId("usr", area)) ? area : undefined;
}

type Failed = Pick<PageAnswer, "failure" | "locale"> & { kind: FailureKind; nonce: string };

function sendFailure(request: IncomingMessage, response: ServerResponse, status: number, failed: Failed): void {
  const { kind, nonce, failure: reference, locale } = failed;
  if (status === 503) response.setHeader("retry-after", BACKEND_RETRY_AFTER_SECONDS);
  response
    .writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store" })
    .end(writeFailurePage(request, { kind, nonce, reference, locale }));
}
