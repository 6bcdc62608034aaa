import type { Dispatcher } from "undici";

export interface Sent {
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
}

/** A header that came more than once is a list, whatever it is. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface Came {
  statusCode: number;
  headers: AnswerHeaders;
  /** What ended it in the middle of its body; null: it is whole, or nobody wanted more of it. */
  brokenBy: Error | null;
}

export interface Ending {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** False: enough. What is still to come is not waited for, and the connection is closed. */
export type Take = (chunk: Uint8Array, headers: AnswerHeaders) => boolean;

/**
 * One request and its answer, straight over the dispatcher: the stream and the signals of undici's `request` cost more
 * than all the rest of a delivery. The time is for everything, from `findTarget` on. Redirects are not followed, nothing
 * is unpacked.
 */
export function exchange(
  dispatcher: Dispatcher,
  findTarget: () => Promise<URL>,
  { method, headers, body }: Sent,
  take: Take,
  { timeoutMs, signal }: Ending,
): Promise<Came> {
  return new Promise<Came>((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let came: Omit<Came, "brokenBy"> | null = null;
    let ended: Error | null = null;

    const settle = (brokenBy: Error | null): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
      if (came) resolve({ ...came, brokenBy });
      else reject(brokenBy ?? new Error("There was no answer."));
    };
    const end = (error: Error): void => {
      ended = error;
      settle(error);
      controller?.abort(error);
    };
    const leave = (): void =>
      end(signal?.reason instanceof Error ? signal.reason : new Error("Nobody waits any more."));
    const timer = setTimeout(() => end(new DOMException(`No answer in ${timeoutMs} ms.`, "TimeoutError")), timeoutMs);
    signal?.addEventListener("abort", leave, { once: true });
    if (signal?.aborted) leave();

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        // The time was up while it stood in line for a connection.
        if (ended) started.abort(ended);
      },
      onResponseStart(_controller, statusCode, answered) {
        if (statusCode >= 200) came = { statusCode, headers: answered };
      },
      onResponseData(answering, chunk) {
        if (!came || ended || take(chunk, came.headers)) return;
        settle(null);
        answering.abort(new Error("That was enough."));
      },
      onResponseEnd: () => settle(null),
      onResponseError: (_controller, error) => settle(error),
    };
    findTarget()
      .then((target) => {
        if (ended) return;
        const { origin, pathname, search } = target;
        const unlimited = { headersTimeout: 0, bodyTimeout: 0 };
        dispatcher.dispatch({ origin, path: pathname + search, method, headers, body, ...unlimited }, handler);
      })
      .catch(settle);
  });
}
