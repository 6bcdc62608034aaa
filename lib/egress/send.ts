import type { Socket } from "node:net";
import { Agent } from "undici";
import type { AllowedTargets } from "../platform/address";
import { WEBHOOK_ANSWER_MAX_BYTES, WEBHOOK_ATTEMPT_TIMEOUT_MS, WEBHOOK_PREVIEW_MAX_BYTES } from "../platform/limits";
import {
  type Dial,
  type Find,
  hand,
  openChecked,
  openSocket,
  portOf,
  problemOf,
  refuseTarget,
  withinConnectTime,
} from "./guarded-socket";
import { type AnswerHeaders, type Came, exchange, type Take } from "./outbound-request";
import { type Resolve, resolveHost } from "./resolve";
import {
  type CheckedUrl,
  findAddresses,
  hostOf,
  isOwnOrigin,
  PUBLIC_REACH,
  type Reach,
  readTargetUrl,
  type TargetProblem,
} from "./target";

/** Requests to addresses that strangers name. No other code of the service opens connections to them. */
export interface GuardedClient {
  /** The target as it would be connected to, or why it is refused. Rejects only with the reason of `signal`. */
  check(url: string, signal?: AbortSignal): Promise<CheckedUrl>;
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
  /** Private addresses that the operator opens to these requests; without it, those for webhooks. */
  allowed?: AllowedTargets;
  /** Connections that one host may hold. */
  connectionsPerHost?: number;
  resolve?: Resolve;
  dial?: (dial: Dial) => Promise<Socket>;
}

type Sending = Omit<GuardedCall, "maxBytes">;

export function createGuardedClient(options: GuardOptions = {}): GuardedClient {
  const { reach = PUBLIC_REACH, resolve = resolveHost, dial = openSocket, connectionsPerHost = 16 } = options;
  const judged = { reach, resolve, allowed: options.allowed };
  const find: Find = (url) => findAddresses(hostOf(url.hostname), portOf(url), judged);

  const agent = new Agent({
    connections: connectionsPerHost,
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    connect: (target, callback) => void hand(withinConnectTime(openChecked(target, find, dial)), callback),
  });

  function send({ url, method, headers, body, timeoutMs, signal }: Sending, take: Take): Promise<Came> {
    const sent = { method, headers: { ...headers, "Accept-Encoding": "identity" }, body: body ?? null };
    // A kept connection was judged when it was opened: the name is asked again all the same.
    return exchange(agent, () => requireTarget(url, find), sent, take, { timeoutMs, signal });
  }

  async function post({ url, headers, body }: Post): Promise<Exchange> {
    const took = startWatch();
    const preview = createPreview();
    try {
      const sending: Sending = { method: "POST", url, headers, body, timeoutMs: WEBHOOK_ATTEMPT_TIMEOUT_MS };
      // The answer is read so that its connection can be kept, and not for its content. What breaks off or drips until the
      // time is up has told its status all the same.
      const { statusCode, headers: answered } = await send(sending, preview.take);
      const shown = preview.read(answered["content-encoding"]);
      return { statusCode, failure: null, preview: shown, durationMs: took() };
    } catch (error) {
      return { statusCode: null, failure: nameFailure(error), durationMs: took() };
    }
  }

  async function call({ maxBytes, ...sending }: GuardedCall): Promise<Reply> {
    const took = startWatch();
    const whole = collectWhole(maxBytes);
    try {
      const { statusCode, headers, brokenBy } = await send(sending, whole.take);
      const body = whole.read();
      if (typeof body === "string") return { failure: body, problem: null, durationMs: took() };
      if (brokenBy) throw brokenBy;
      const retryAfter = [headers["retry-after"]].flat()[0] ?? null;
      return { failure: null, statusCode, retryAfter, body, durationMs: took() };
    } catch (error) {
      const failure = sending.signal?.aborted ? "aborted" : nameFailure(error);
      return { failure, problem: failure === "target_refused" ? problemOf(error) : null, durationMs: took() };
    }
  }

  const check = (url: string, signal?: AbortSignal) => checkTarget(url, find, signal);
  return { check, post, call, close: () => agent.destroy() };
}

async function locate(text: string, find: Find): Promise<CheckedUrl> {
  const read = readTargetUrl(text);
  if (read.problem !== null) return read;
  if (isOwnOrigin(read.url)) return { problem: "target_own_service" };
  const { problem } = await withinConnectTime(find(read.url));
  return problem === null ? read : { problem };
}

function checkTarget(text: string, find: Find, signal: AbortSignal | undefined): Promise<CheckedUrl> {
  const located = locate(text, find).catch((error: unknown): CheckedUrl => {
    // A name server that hangs is a name without an address; the caller can try again.
    if (nameFailure(error) === "timeout") return { problem: "target_unresolved" };
    throw error;
  });
  return signal ? unlessAborted(located, signal) : located;
}

async function requireTarget(text: string, find: Find): Promise<URL> {
  const located = await locate(text, find);
  if (located.problem !== null) throw refuseTarget(located.problem);
  return located.url;
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

function isPacked(encoding: AnswerHeaders[string]): boolean {
  return encoding !== undefined && encoding !== "identity";
}

/** What is packed or too much is not read to its end. */
function collectWhole(maxBytes: number): { take: Take; read(): Buffer | "too_large" | "encoded" } {
  const chunks: Uint8Array[] = [];
  let read = 0;
  let refusal: "too_large" | "encoded" | null = null;
  return {
    take(chunk, headers) {
      read += chunk.length;
      if (isPacked(headers["content-encoding"])) refusal = "encoded";
      else if (read > maxBytes) refusal = "too_large";
      else chunks.push(chunk);
      return refusal === null;
    },
    read: () => refusal ?? Buffer.concat(chunks),
  };
}

/** The beginning of an answer that nobody asked for: what is endless is cut off, what is packed is not unpacked. */
function createPreview(): { take: Take; read(encoding: AnswerHeaders[string]): string | null } {
  const kept: Uint8Array[] = [];
  let read = 0;
  let keptBytes = 0;
  return {
    take(chunk) {
      const part = chunk.subarray(0, WEBHOOK_PREVIEW_MAX_BYTES - keptBytes);
      // A copy: a view would hold the whole chunk in memory.
      if (part.length > 0) kept.push(Uint8Array.from(part));
      keptBytes += part.length;
      read += chunk.length;
      return read < WEBHOOK_ANSWER_MAX_BYTES;
    },
    read(encoding) {
      if (read === 0) return null;
      if (isPacked(encoding)) return `(${String(encoding).slice(0, 40)})`;
      // PostgreSQL cannot keep a NUL.
      return Buffer.concat(kept).toString("utf8").replaceAll("\u0000", "\ufffd");
    },
  };
}

function nameFailure(error: unknown): NetworkFailure {
  const problem = problemOf(error);
  if (problem !== null) return problem === "target_unresolved" ? "dns_failed" : "target_refused";
  const { name = "", code = "" } = error instanceof Error ? (error as Error & { code?: unknown }) : {};
  if (name === "TimeoutError" || /TIMEOUT|ETIMEDOUT/.test(String(code))) return "timeout";
  return /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_)/.test(String(code))
    ? "tls_failed"
    : "connection_failed";
}
