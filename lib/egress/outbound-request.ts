import type { Dispatcher } from "undici";

export interface OutboundRequest {
  method: "GET" | "POST" | "PUT";
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  timeoutMs: number;
  signal?: AbortSignal;
}

export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface OutboundResponse {
  statusCode: number;
  headers: ResponseHeaders;
  brokenBy: Error | null;
}

export type TakeChunk = (chunk: Uint8Array, headers: ResponseHeaders) => boolean;

/**
 * undici's own `request` costs more than the rest of a delivery. Redirects are not followed, and no compression is
 * undone.
 */
export function sendRequest(
  dispatcher: Dispatcher,
  findTarget: () => Promise<URL>,
  { method, headers, body, timeoutMs, signal }: OutboundRequest,
  takeChunk: TakeChunk,
): Promise<OutboundResponse> {
  return new Promise<OutboundResponse>((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let received: Omit<OutboundResponse, "brokenBy"> | null = null;
    let failure: Error | null = null;

    const finish = (brokenBy: Error | null): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      if (received) resolve({ brokenBy, ...received });
      else reject(brokenBy ?? new Error("There was no response."));
    };
    const fail = (error: Error): void => {
      failure = error;
      finish(error);
      controller?.abort(error);
    };
    const abort = (): void =>
      fail(signal?.reason instanceof Error ? signal.reason : new Error("The caller aborted the request."));
    const timer = setTimeout(
      () => fail(new DOMException(`No response in ${timeoutMs} ms.`, "TimeoutError")),
      timeoutMs,
    );
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (failure) started.abort(failure);
      },
      onResponseStart(_controller, statusCode, answered) {
        if (statusCode >= 200) received = { statusCode, headers: answered };
      },
      onResponseData(answering, chunk) {
        if (!received || failure || takeChunk(chunk, received.headers)) return;
        finish(null);
        answering.abort(new Error("The reader stopped."));
      },
      onResponseEnd: () => finish(null),
      onResponseError: (_controller, error) => finish(error),
    };
    findTarget()
      .then((target) => {
        if (failure) return;
        const { origin, pathname, search } = target;
        const path = pathname + search;
        const unlimited = { headersTimeout: 0, bodyTimeout: 0 };
        const fields = [...listHeaders(headers), "Accept-Encoding", "identity"];
        dispatcher.dispatch({ origin, path, method, headers: fields, body: body ?? null, ...unlimited }, handler);
      })
      .catch(finish);
  });
}

function listHeaders(headers: OutboundRequest["headers"]): string[] {
  const fields: string[] = [];
  for (const name of Object.keys(headers)) fields.push(name, headers[name] ?? "");
  return fields;
}
