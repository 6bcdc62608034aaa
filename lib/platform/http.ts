import type { Socket } from "node:net";
import { Agent, request } from "undici";
import { type Dial, type Find, hand, openChecked, openSocket, portOf, withinConnectTime } from "./guarded-socket";
import { WEBHOOK_ANSWER_MAX_BYTES, WEBHOOK_ATTEMPT_TIMEOUT_MS, WEBHOOK_PREVIEW_MAX_BYTES } from "./limits";
import { NameNotResolved, type Resolve, resolveHost } from "./resolve";
import {
  findAddresses,
  hostOf,
  isOwnOrigin,
  PUBLIC_REACH,
  type Reach,
  readTargetUrl,
  type TargetProblem,
  TargetRefused,
} from "./target";

/** Requests to addresses that strangers name. No other code of the service opens connections to them. */
export interface GuardedClient {
  /** The target as it would be connected to, or `TargetRefused` with the reason. */
  check(url: string, signal?: AbortSignal): Promise<URL>;
  /** For whoever only tells: the answer's content is not waited for. */
  post(post: Post): Promise<Exchange>;
  /** For whoever asks: the whole answer, or what kept it away. */
  call(call: GuardedCall): Promise<Reply>;
  close(): Promise<void>;
}

export interface Post {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** These very bytes are sent. */
  body: Uint8Array;
}

export interface GuardedCall {
  method: "GET" | "POST";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** From the name's look-up to the last byte of the answer. */
  timeoutMs: number;
  /** An answer of more bytes is not read to its end. */
  maxBytes: number;
  /** Ends the call at once, wherever it is. */
  signal?: AbortSignal;
}

export type NetworkFailure = "timeout" | "connection_failed" | "dns_failed" | "tls_failed" | "target_refused";

export type Exchange = { durationMs: number } & (
  | { statusCode: number; failure: null; preview: string | null }
  | { statusCode: null; failure: NetworkFailure }
);

/** `encoded`: packed although nobody asked for it; what it would unpack to cannot be bounded, so nothing unpacks it. */
export type CallFailure = NetworkFailure | "aborted" | "too_large" | "encoded";

export type Reply = { durationMs: number } & (
  | { failure: null; statusCode: number; retryAfter: string | null; body: Buffer }
  | { failure: CallFailure; problem: TargetProblem | null }
);

export interface GuardOptions {
  reach?: Reach;
  /** Connections that one host may hold. */
  connectionsPerHost?: number;
  resolve?: Resolve;
  dial?: (dial: Dial) => Promise<Socket>;
}

interface Sending {
  method: "GET" | "POST";
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  timeoutMs: number;
  signal: AbortSignal;
}

export function createGuardedClient(options: GuardOptions = {}): GuardedClient {
  const { reach = PUBLIC_REACH, resolve = resolveHost, dial = openSocket, connectionsPerHost = 16 } = options;
  const find: Find = (url) => findAddresses(hostOf(url.hostname), portOf(url), { reach, resolve });

  const agent = new Agent({
    connections: connectionsPerHost,
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    connect: (target, callback) => void hand(withinConnectTime(openChecked(target, find, dial)), callback),
  });

  async function check(text: string, signal?: AbortSignal): Promise<URL> {
    const url = readTargetUrl(text);
    if (isOwnOrigin(url)) throw new TargetRefused("target_own_service");
    const found = withinConnectTime(find(url));
    await (signal ? unlessAborted(found, signal) : found);
    return url;
  }

  /** Redirects are not followed, and nothing is unpacked. */
  async function send({ url, method, headers, body, timeoutMs, signal }: Sending) {
    // A kept connection was judged when it was opened: the name is asked again all the same.
    const target = await check(url, signal);
    const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    const sent = { ...headers, "Accept-Encoding": "identity" };
    return request(target, { dispatcher: agent, method, headers: sent, body: body ?? null, signal, ...limits });
  }

  async function post({ url, headers, body }: Post): Promise<Exchange> {
    const took = startWatch();
    const timeoutMs = WEBHOOK_ATTEMPT_TIMEOUT_MS;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await send({ method: "POST", url, headers, body, timeoutMs, signal });
      const preview = await readPreview(answer.body, answer.headers["content-encoding"]);
      return { statusCode: answer.statusCode, failure: null, preview, durationMs: took() };
    } catch (error) {
      return { statusCode: null, failure: nameFailure(error), durationMs: took() };
    }
  }

  async function call({ timeoutMs, maxBytes, signal: ends, ...asked }: GuardedCall): Promise<Reply> {
    const took = startWatch();
    const time = AbortSignal.timeout(timeoutMs);
    const signal = ends ? AbortSignal.any([time, ends]) : time;
    try {
      const { statusCode, headers, body } = await send({ ...asked, timeoutMs, signal });
      const bytes = await readWhole(body, headers["content-encoding"], maxBytes);
      if (typeof bytes === "string") return { failure: bytes, problem: null, durationMs: took() };
      const retryAfter = [headers["retry-after"]].flat()[0] ?? null;
      return { failure: null, statusCode, retryAfter, body: bytes, durationMs: took() };
    } catch (error) {
      const problem = error instanceof TargetRefused ? error.problem : null;
      return { failure: ends?.aborted ? "aborted" : nameFailure(error), problem, durationMs: took() };
    }
  }

  return { check, post, call, close: () => agent.destroy() };
}

function startWatch(): () => number {
  const startedMs = performance.now();
  return () => Math.round(performance.now() - startedMs);
}

/** A name server is not told that nobody waits any more. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

/** To leave the loop is to close the connection: what is endless is cut off, what is packed is not unpacked. */
async function readWhole(
  body: AsyncIterable<Uint8Array>,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer | "too_large" | "encoded"> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (encoding !== undefined && encoding !== "identity") return "encoded";
    read += chunk.length;
    if (read > maxBytes) return "too_large";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The answer is read so that its connection can be kept, and not for its content. What is endless is cut off; what breaks
 * off or drips until the time is up has told its status all the same.
 */
async function readPreview(
  body: AsyncIterable<Uint8Array>,
  encoding: string | string[] | undefined,
): Promise<string | null> {
  const kept: Uint8Array[] = [];
  let read = 0;
  let keptBytes = 0;
  try {
    for await (const chunk of body) {
      const part = chunk.subarray(0, WEBHOOK_PREVIEW_MAX_BYTES - keptBytes);
      // A copy: a view would hold the whole chunk in memory.
      if (part.length > 0) kept.push(Uint8Array.from(part));
      keptBytes += part.length;
      read += chunk.length;
      if (read >= WEBHOOK_ANSWER_MAX_BYTES) break;
    }
  } catch {
    // The status stands.
  }
  if (encoding !== undefined && encoding !== "identity") return read > 0 ? `(${String(encoding).slice(0, 40)})` : null;
  // PostgreSQL cannot keep a NUL.
  return read > 0 ? Buffer.concat(kept).toString("utf8").replaceAll("\u0000", "\ufffd") : null;
}

function nameFailure(error: unknown): NetworkFailure {
  if (error instanceof TargetRefused) return "target_refused";
  if (error instanceof NameNotResolved) return "dns_failed";
  const { name = "", code = "" } = error instanceof Error ? (error as Error & { code?: unknown }) : {};
  if (name === "TimeoutError" || /TIMEOUT|ETIMEDOUT/.test(String(code))) return "timeout";
  return /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_)/.test(String(code))
    ? "tls_failed"
    : "connection_failed";
}
