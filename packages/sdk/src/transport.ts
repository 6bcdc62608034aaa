import type { CheckpointStore } from "./checkpoint-store.js";
import { SvcApiError, SvcConnectionError, SvcError, SvcTimeoutError } from "./errors.js";
import { VERSION } from "./generated/version.js";
import { parseJson } from "./json.js";
import { type Limits, readLimits } from "./limits.js";
import { PagePromise } from "./page.js";
import { ResponsePromise, type WithResponse } from "./response-promise.js";
import { computeRetryDelay } from "./retry.js";
import type { Credential } from "./tokens.js";

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Timeout of each attempt; defaults to the client's, 30 seconds. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** Comes back in the response and in every error; the service makes one where none is given. */
  requestId?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

export interface WriteOptions extends RequestOptions {
  /** One is made for each call. Give your own to make the call repeatable after a crash of your process. */
  idempotencyKey?: string | undefined;
}

/** One attempt, for logs and metrics. It never carries a credential or a body. */
export interface AttemptReport {
  method: string;
  path: string;
  attempt: number;
  durationMs: number;
  /** Undefined where no response came. */
  status: number | undefined;
  requestId: string | undefined;
  /** The wait until the next attempt; undefined on the last one. */
  retryInMs: number | undefined;
}

/** The settings of a client. */
export interface Settings extends Pick<RequestOptions, "timeoutMs" | "maxRetries" | "headers"> {
  baseUrl: string;
  fetch?: typeof fetch | undefined;
  /** The longest wait before a retry, 90 seconds unless given: a longer one is left to the caller as the error. */
  maxRetryWaitMs?: number | undefined;
  /** Your app, for the `user-agent` that the service logs: `my-app/1.2`. */
  appInfo?: string | undefined;
  onAttempt?: ((report: AttemptReport) => void) | undefined;
  /** Stores the last checkpoint of `auditLog.check()`: in memory by default, nowhere if `false`. */
  checkpoints?: CheckpointStore | false | undefined;
}

export interface Operation {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: string;
  pathParameters?: Readonly<Record<string, string>>;
  query?: object;
  body?: object;
  takesIdempotencyKey?: boolean;
}

/** Sends operations: the credential, the key of each write, time-outs, retries. */
export class Transport {
  #limits = readLimits(new Headers());

  constructor(
    readonly settings: Settings,
    readonly credential: Credential,
  ) {}

  /** The limits that the latest response reported. */
  get limits(): Limits {
    return this.#limits;
  }

  send<Data>(operation: Operation, options: WriteOptions = {}): ResponsePromise<Data> {
    return new ResponsePromise(this.#send<Data>(operation, options));
  }

  list<Item>(operation: Operation, options: RequestOptions = {}): PagePromise<Item> {
    return new PagePromise(this.#send(operation, options), (cursor) =>
      this.list({ ...operation, query: { ...operation.query, cursor } }, options),
    );
  }

  async #send<Data>(operation: Operation, options: WriteOptions): Promise<WithResponse<Data>> {
    const { settings, credential } = this;
    const { method, path, takesIdempotencyKey = false } = operation;
    const request = prepareRequest(settings, operation, options);
    const policy = {
      maxRetries: options.maxRetries ?? settings.maxRetries ?? 3,
      maxWaitMs: settings.maxRetryWaitMs ?? 90_000,
      isRepeatable: method === "GET" || takesIdempotencyKey,
    };
    let isRenewed = false;
    for (let attempt = 1; ; attempt += 1) {
      options.signal?.throwIfAborted();
      const startedAt = Date.now();
      const token = await credential.read();
      request.headers.set("authorization", `Bearer ${token}`);
      const { outcome, response } = await this.#attempt<Data>(request, options);
      const durationMs = Date.now() - startedAt;
      let retryInMs: number | undefined;
      if (outcome instanceof SvcError) {
        const mayRenew = !isRenewed && outcome instanceof SvcApiError && outcome.code === "unauthenticated";
        if (mayRenew) isRenewed = await credential.renew(token);
        retryInMs = mayRenew && isRenewed ? 0 : computeRetryDelay(outcome, attempt, policy);
      }
      const { status, headers } = response ?? {};
      const requestId = headers?.get("x-request-id") ?? undefined;
      settings.onAttempt?.({ method, path, attempt, durationMs, status, requestId, retryInMs });
      if (!(outcome instanceof SvcError)) return outcome;
      if (retryInMs === undefined) throw outcome;
      await new Promise<void>((resolve) => void startTimer(retryInMs, options.signal, resolve));
    }
  }

  /** An error is returned, not thrown: what is thrown here is the caller's own abort. */
  async #attempt<Data>(request: ReturnType<typeof prepareRequest>, options: RequestOptions) {
    const { fetch: send = fetch } = this.settings;
    const { url, ...init } = request;
    const timeoutMs = options.timeoutMs ?? this.settings.timeoutMs ?? 30_000;
    const controller = new AbortController();
    const endTimer = startTimer(timeoutMs, options.signal, () => controller.abort());
    try {
      const response = await send(url, { ...init, redirect: "error", signal: controller.signal });
      const outcome = readOutcome<Data>(response, await response.text());
      if (response.headers.has("ratelimit-limit")) this.#limits = readLimits(response.headers);
      return { outcome, response };
    } catch (cause) {
      options.signal?.throwIfAborted();
      const outcome = controller.signal.aborted
        ? new SvcTimeoutError(`No response within ${timeoutMs} ms`, { cause })
        : new SvcConnectionError("The connection failed before the response was complete", { cause });
      return { outcome };
    } finally {
      endTimer();
    }
  }
}

function prepareRequest(settings: Settings, operation: Operation, options: WriteOptions) {
  const { method, path, pathParameters = {}, query = {}, body, takesIdempotencyKey } = operation;
  const { baseUrl, appInfo } = settings;
  const headers = new Headers({ accept: "application/json", ...settings.headers, ...options.headers });
  // Browsers name themselves, and their CORS asks before a header of ours.
  const isBrowser = "document" in globalThis || "WorkerGlobalScope" in globalThis;
  if (!isBrowser) headers.set("user-agent", `svc-sdk-typescript/${VERSION}${appInfo ? ` ${appInfo}` : ""}`);
  if (body !== undefined) headers.set("content-type", "application/json");
  if (options.requestId !== undefined) headers.set("x-request-id", options.requestId);
  if (takesIdempotencyKey) headers.set("idempotency-key", options.idempotencyKey ?? crypto.randomUUID());
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const url = `${baseUrl}${fillPath(path, pathParameters)}${search && `?${search}`}`;
  return { url, method, headers, body: body === undefined ? null : JSON.stringify(body) };
}

/** `/v1/rooms/{roomId}` with its parameters. An empty one or dots would lead to another path than the one meant. */
function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (typeof value === "string" && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
    throw new TypeError(`${name} has to be an id, and is ${JSON.stringify(value)}`);
  });
}

function readOutcome<Data>(response: Response, text: string): WithResponse<Data> | SvcError {
  const { ok, headers, url } = response;
  if (!ok) return new SvcApiError(response, text);
  const data = parseJson<Data>(text);
  if (data === undefined) return new SvcError(`The response is not JSON. Is ${url} the right URL?`);
  const requestId = headers.get("x-request-id") ?? undefined;
  const isReplay = headers.get("idempotent-replayed") === "true";
  return { data, response, requestId, limits: readLimits(headers), isReplay };
}

/** Calls back after the time and when the caller aborts. The returned function calls back at once and ends the timer. */
function startTimer(milliseconds: number, signal: AbortSignal | undefined, callBack: () => void): () => void {
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    callBack();
  };
  const timer = setTimeout(end, milliseconds);
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  return end;
}
