import { readFailure, SvcApiError, SvcConnectionError, SvcError, SvcTimeoutError } from "./errors.js";
import { type Limits, readLimits } from "./limits.js";
import { PagePromise } from "./page.js";
import { ResponsePromise, type WithResponse } from "./response-promise.js";
import { computeRetryDelay } from "./retry.js";
import type { Credential } from "./tokens.js";
import { VERSION } from "./version.js";

export interface RequestOptions {
  signal?: AbortSignal;
  /** For each attempt; 30 seconds unless the client has another. */
  timeoutMs?: number;
  maxRetries?: number;
  /** Comes back in the response and in every error; the service makes one where none is given. */
  requestId?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface WriteOptions extends RequestOptions {
  /** One is made for each call. Give your own to make the call repeatable after a crash of your process. */
  idempotencyKey?: string;
}

/** One attempt, for logs and metrics. It never carries a credential or a body. */
export interface AttemptReport {
  method: string;
  path: string;
  attempt: number;
  durationMs: number;
  /** Absent where no response came. */
  status?: number;
  requestId?: string;
  /** The wait until the next attempt; absent on the last one. */
  retryInMs?: number;
}

export interface TransportOptions {
  baseUrl: string;
  credential: Credential;
  fetch: typeof fetch;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** The longest wait before a retry, 90 seconds unless given: a longer one is left to the caller as the error. */
  maxRetryWaitMs?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Your app, for the `user-agent` that the service logs: `my-app/1.2`. */
  appInfo?: string | undefined;
  onAttempt?: ((report: AttemptReport) => void) | undefined;
}

export interface Operation {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: string;
  pathParameters?: Readonly<Record<string, string>>;
  query?: object;
  body?: object;
  takesIdempotencyKey?: boolean;
}

interface Attempt {
  url: string;
  operation: Operation;
  headers: Headers;
  options: RequestOptions;
}

/** Sends operations: the credential, the key of each write, time-outs, retries. */
export class Transport {
  readonly #options: TransportOptions;
  #limits: Limits = { burst: undefined, units: undefined };

  constructor(options: TransportOptions) {
    this.#options = options;
  }

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
    const url = this.#options.baseUrl + fillPath(operation) + writeQuery(operation.query);
    const headers = new Headers({ accept: "application/json", ...this.#options.headers, ...options.headers });
    const { appInfo } = this.#options;
    if (!isBrowser()) headers.set("user-agent", `svc-sdk-typescript/${VERSION}${appInfo ? ` ${appInfo}` : ""}`);
    if (operation.body !== undefined) headers.set("content-type", "application/json");
    if (options.requestId !== undefined) headers.set("x-request-id", options.requestId);
    if (operation.takesIdempotencyKey) headers.set("idempotency-key", options.idempotencyKey ?? crypto.randomUUID());
    return this.#retry({ url, operation, headers, options });
  }

  async #retry<Data>(request: Attempt): Promise<WithResponse<Data>> {
    const { operation, options } = request;
    const policy = {
      maxRetries: options.maxRetries ?? this.#options.maxRetries ?? 3,
      maxWaitMs: this.#options.maxRetryWaitMs ?? 90_000,
      isRepeatable: operation.method === "GET" || operation.takesIdempotencyKey === true,
    };
    let renewed = false;
    for (let attempt = 1; ; attempt += 1) {
      const startedAt = Date.now();
      const token = await this.#options.credential.read();
      const outcome = await this.#attempt<Data>(request, token);
      const report = describeAttempt(operation, attempt, startedAt, outcome);
      if (!(outcome instanceof Error)) {
        this.#options.onAttempt?.(report);
        return outcome;
      }
      if (!renewed && outcome instanceof SvcApiError && outcome.hasCode("unauthenticated")) {
        renewed = await this.#options.credential.renew(token);
        if (renewed) {
          this.#options.onAttempt?.({ ...report, retryInMs: 0 });
          continue;
        }
      }
      const retryInMs = computeRetryDelay(outcome, attempt, policy);
      this.#options.onAttempt?.(retryInMs === undefined ? report : { ...report, retryInMs });
      if (retryInMs === undefined) throw outcome;
      await sleep(retryInMs, options.signal);
      options.signal?.throwIfAborted();
    }
  }

  /** An error is returned, not thrown: what is thrown here is the caller's own abort. */
  async #attempt<Data>(request: Attempt, token: string): Promise<WithResponse<Data> | SvcError> {
    const { operation, options, headers } = request;
    headers.set("authorization", `Bearer ${token}`);
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? 30_000;
    const deadline = startDeadline(timeoutMs, options.signal);
    try {
      const response = await this.#options.fetch(request.url, {
        method: operation.method,
        headers,
        redirect: "error",
        signal: deadline.signal,
        ...(operation.body === undefined ? {} : { body: JSON.stringify(operation.body) }),
      });
      const text = await response.text();
      if (response.headers.has("ratelimit-limit")) this.#limits = readLimits(response.headers);
      return response.ok ? readResult<Data>(response, text) : readFailure(response, text);
    } catch (cause) {
      options.signal?.throwIfAborted();
      if (deadline.signal.aborted) return new SvcTimeoutError(`No response within ${timeoutMs} ms`, true, { cause });
      return new SvcConnectionError("The connection failed before the response was complete", true, { cause });
    } finally {
      deadline.end();
    }
  }
}

function readResult<Data>(response: Response, text: string): WithResponse<Data> | SvcError {
  const data = readJson<Data>(text);
  if (data === undefined) return new SvcError(`The response is no JSON: is ${response.url} the service?`);
  return {
    data,
    response,
    requestId: response.headers.get("x-request-id") ?? undefined,
    limits: readLimits(response.headers),
    isReplay: response.headers.get("idempotent-replayed") === "true",
  };
}

function readJson<Data>(text: string): Data | undefined {
  try {
    return JSON.parse(text) as Data;
  } catch {
    return undefined;
  }
}

function describeAttempt(
  { method, path }: Operation,
  attempt: number,
  startedAt: number,
  outcome: WithResponse<unknown> | SvcError,
): AttemptReport {
  const report = { method, path, attempt, durationMs: Date.now() - startedAt };
  if (outcome instanceof SvcError && !(outcome instanceof SvcApiError)) return report;
  const { status } = outcome instanceof SvcApiError ? outcome : outcome.response;
  return { ...report, status, ...(outcome.requestId === undefined ? {} : { requestId: outcome.requestId }) };
}

/** `/v1/rooms/{roomId}` with its parameters. An empty one or dots would lead to another path than the one meant. */
function fillPath({ path, pathParameters = {} }: Operation): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = pathParameters[name];
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${name} has to be an id, and is ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
}

function writeQuery(query: object = {}): string {
  const members = Object.entries(query).filter(([, value]) => value !== undefined);
  return members.length === 0 ? "" : `?${new URLSearchParams(members.map(([name, value]) => [name, String(value)]))}`;
}

function startDeadline(timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

/** Ends early where the caller aborts. */
function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });
}

/** Browsers name themselves, and their CORS asks before a header of ours. */
function isBrowser(): boolean {
  return "document" in globalThis || "WorkerGlobalScope" in globalThis;
}
