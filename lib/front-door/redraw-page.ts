import { IncomingMessage, type ServerResponse } from "node:http";
import { log } from "../platform/log";
import { followAnswer, type PageAnswer, type ShownFailure } from "../platform/page-answer";

type WriteHead = (status: number, ...rest: []) => ServerResponse;

export interface RedrawnPage {
  /** Drops what Next writes of its failure, and then draws the page again. */
  begin(shown: ShownFailure, writeHead: WriteHead): ServerResponse;
}

/** Pages alone: programs read the answers of route handlers, and Next's client draws the failures of its own fetches. */
export function mayRedraw({ method, headers, url = "" }: IncomingMessage): boolean {
  return method === "GET" && headers["rsc"] === undefined && !url.startsWith("/api/");
}

/** null: it is no failure of a page, or there is no frame. Without the database there would be no frame either. */
export function chooseFrame({ failure, frameDepth, isUnavailable }: Readonly<PageAnswer>): ShownFailure | null {
  if (failure === null || frameDepth === null || isUnavailable) return null;
  return { reference: failure, depth: frameDepth };
}

/**
 * Next draws an escaping error in the browser alone, and answers with an empty page. React's own place for it on a server is
 * a Suspense boundary, which would make every page a stream: so the page is asked for again, with a boundary in
 * the innermost frame that could be drawn (decision 98).
 */
export function redrawPage(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: IncomingMessage) => Promise<void>,
): RedrawnPage {
  const [url, asked, given] = [request.url ?? "/", { ...request.headers }, response.getHeaders()];
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const flushHeaders = response.flushHeaders.bind(response);
  let isDropping = false;
  /** Next may write its first byte before the head, which decides. */
  const isDropped = (): boolean => {
    if (!response.headersSent && !isDropping && response.statusCode === 500) response.writeHead(500);
    return isDropping;
  };
  response.write = (...args: unknown[]) => isDropped() || Reflect.apply(write, null, args);
  response.flushHeaders = () => {
    if (!isDropped()) flushHeaders();
  };
  const restore = (): void => {
    Object.assign(response, { write, end, flushHeaders, statusCode: 200 });
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    for (const [name, value] of Object.entries(given)) if (value !== undefined) response.setHeader(name, value);
  };
  let begin = (): void => undefined;
  response.end = (...args: unknown[]) => {
    if (!isDropped()) return Reflect.apply(end, null, args);
    begin();
    return response;
  };
  return {
    begin(shown, writeHead) {
      isDropping = true;
      begin = () => {
        begin = () => undefined;
        restore();
        // Both drawings listen to it.
        response.setMaxListeners(2 * response.getMaxListeners());
        // The failure of a page that is drawn stays a failure.
        response.writeHead = (status: number, ...rest: []) => writeHead(status === 200 ? 500 : status, ...rest);
        followAnswer(() => handle(copyRequest(request, url, asked)), shown).catch((error: unknown) => {
          log().error({ error }, "a page that failed could not be drawn again");
          response.destroy();
        });
      };
      return response;
    },
  };
}

/** Next leaves its own marks on a request and its headers. */
function copyRequest(
  { socket, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage,
  url: string,
  headers: IncomingMessage["headers"],
): IncomingMessage {
  const copy = new IncomingMessage(socket);
  Object.assign(copy, { method: "GET", url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  // Without a body it is complete: a request that ends before that closes its connection.
  copy.complete = true;
  copy.push(null);
  copy.resume();
  return copy;
}
