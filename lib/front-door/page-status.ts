import type { IncomingMessage, ServerResponse } from "node:http";
import { BACKEND_RETRY_AFTER_SECONDS } from "../platform/limits";
import { followAnswer, type PageAnswer } from "../platform/page-answer";
import { chooseFrame, mayRedraw, type RedrawnPage, redrawPage } from "./redraw-page";

/** Route handlers read forms of their own: a failure of theirs is theirs. */
const ROUTE_HANDLERS = /^\/(api\/|oauth\/consent\/decision)/;

/** A post that Next reads as the call of a server action. */
function isActionPost({ method, headers, url = "" }: IncomingMessage): boolean {
  if (method !== "POST" || ROUTE_HANDLERS.test(url)) return false;
  return headers["next-action"] !== undefined || (headers["content-type"] ?? "").startsWith("multipart/form-data");
}

/**
 * Next answers 500 to arguments that it cannot decode, though no action has run and the fault is the caller's: 400. While
 * the database is away 503 says that it passes.
 * And a page can draw that something is missing, but not set the status: 404 (not for Next's own fetches of page
 * data, which would then load the whole page again).
 */
function chooseStatus(request: IncomingMessage, status: number, answer: Readonly<PageAnswer>): number {
  if (status === 500 && answer.isUnavailable) return 503;
  if (status === 500 && isActionPost(request) && !answer.hasActionBegun) return 400;
  if (status === 200 && answer.isMissing && request.headers["rsc"] === undefined) return 404;
  return status;
}

/** Hands a request to Next, and corrects the status of its answer. A page that could not be drawn shows so within its frame. */
export function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: IncomingMessage) => Promise<void>,
): Promise<void> {
  const redrawn: RedrawnPage | null = mayRedraw(request) ? redrawPage(request, response, handle) : null;
  return followAnswer((answer) => {
    const writeHead = response.writeHead.bind(response);
    response.writeHead = (status: number, ...rest: []) => {
      const chosen = chooseStatus(request, status, answer);
      const shown = chosen === 500 ? chooseFrame(answer) : null;
      if (redrawn && shown) return redrawn.begin(shown, writeHead);
      if (chosen === 503) response.setHeader("retry-after", BACKEND_RETRY_AFTER_SECONDS);
      return writeHead(chosen, ...rest);
    };
    return handle(request);
  });
}
