import { Svc, type SvcOptions } from "../src/index";

export interface SentRequest {
  method: string;
  url: string;
  headers: Headers;
  body: string | undefined;
}

type Reply = Response | Error | ((request: SentRequest) => Response | Promise<Response>);

/** A service that gives the replies one by one, the last one for ever. */
export function scriptFetch(...replies: Reply[]) {
  const sent: SentRequest[] = [];
  const reply: typeof fetch = async (input, init = {}) => {
    const request: SentRequest = {
      method: init.method ?? "GET",
      url: input instanceof Request ? input.url : input.toString(),
      headers: new Headers(init.headers),
      body: typeof init.body === "string" || init.body instanceof URLSearchParams ? init.body.toString() : undefined,
    };
    const next = replies[Math.min(sent.length, replies.length - 1)];
    sent.push(request);
    init.signal?.throwIfAborted();
    if (next instanceof Error || next === undefined) throw next ?? new Error("No reply is scripted");
    return next instanceof Response ? next.clone() : next(request);
  };
  return { sent, fetch: reply };
}

export function createClient(script: ReturnType<typeof scriptFetch>, options: Partial<SvcOptions> = {}): Svc {
  return new Svc({
    baseUrl: "https://svc.test",
    apiKey: "svc_test_key",
    fetch: script.fetch,
    ...options,
  } as SvcOptions);
}

export function respond(body: object, init: ResponseInit = {}): Response {
  return Response.json(body, init);
}

export function fail(status: number, code: string, details?: object, headers: Record<string, string> = {}): Response {
  const error = { code, message: `It is ${code}.`, requestId: "req_1", ...(details ? { details } : {}) };
  return Response.json({ error }, { status, headers });
}
