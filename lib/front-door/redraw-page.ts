import { IncomingMessage } from "node:http";
import type { PageAnswer, ShownFailure } from "../platform/page-answer";

/** Pages alone: programs read the answers of route handlers, and Next's client draws the failures of its own fetches. */
export function isPageRequest({ method, headers, url = "" }: IncomingMessage): boolean {
  return method === "GET" && headers["rsc"] === undefined && !url.startsWith("/api/");
}

/**
 * Next draws an escaping error in the browser alone, and answers with an empty page. React's own place for it on a server is
 * a Suspense boundary, which would make every page a stream: so the page is asked for again, with a boundary in
 * the innermost frame that could be drawn (decision 98).
 * null: it is no failure of a page, or there is no frame. Without the database there would be no frame either.
 */
export function chooseFrame(request: IncomingMessage, answer: Readonly<PageAnswer>): ShownFailure | null {
  const { failure, frameDepth, isUnavailable } = answer;
  if (!isPageRequest(request) || failure === null || frameDepth === null || isUnavailable) return null;
  return { reference: failure, depth: frameDepth };
}

/** Next leaves its own marks on a request and its headers, and a body can be read once. */
export function copyRequest(
  { socket, method, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage,
  url: string,
  headers: IncomingMessage["headers"],
  body: Buffer | null = null,
): IncomingMessage {
  const copy = new IncomingMessage(socket);
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  // The body is here as a whole: a request that ends before it is complete closes its connection.
  copy.complete = true;
  if (body !== null) copy.push(body);
  copy.push(null);
  if (body === null) copy.resume();
  return copy;
}
