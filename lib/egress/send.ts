import type { Socket } from "node:net";
import { Agent } from "undici";
import type { AllowedTargets } from "../platform/address";
import { WEBHOOK_ANSWER_MAX_BYTES, WEBHOOK_ATTEMPT_TIMEOUT_MS, WEBHOOK_PREVIEW_MAX_BYTES } from "../platform/limits";
import {
  type FindTarget,
  handOver,
  openGuardedSocket,
  openSocket,
  problemOf,
  refuseTarget,
  type SocketTarget,
  withinConnectTime,
} from "./guarded-socket";
import {
  type OutboundRequest,
  type OutboundResponse,
  type ResponseHeaders,
  sendRequest,
  type TakeChunk,
} from "./outbound-request";
import {
  type CheckedUrl,
  findAddresses,
  hostOf,
  isOwnOrigin,
  PUBLIC_REACH,
  portOf,
  type Reach,
  type Resolve,
  readTargetUrl,
  resolveHost,
  type TargetProblem,
} from "./target";

interface Sending extends OutboundRequest {
  url: string;
}

export interface GuardedCall extends Sending {
  maxBytes: number;
}

export type PostRequest = Required<Pick<GuardedCall, "url" | "headers" | "body">>;

export type NetworkFailure = "timeout" | "connection_failed" | "dns_failed" | "tls_failed" | "target_refused";

export type PostResult = { durationMs: number } & (
  | { statusCode: number; failure: null; preview: string | null }
  | { statusCode: null; failure: NetworkFailure }
);

export type CallFailure = NetworkFailure | "aborted" | "too_large" | "encoded";

export type Reply = { durationMs: number } & (
  | { failure: null; statusCode: number; retryAfter: string | null; headers: ResponseHeaders; body: Buffer }
  | { failure: CallFailure; problem: TargetProblem | null }
);

export interface GuardOptions {
  reach?: Reach;
  allowed?: AllowedTargets;
  connectionsPerHost?: number;
  resolve?: Resolve;
  dial?: (target: SocketTarget) => Promise<Socket>;
}

export type GuardedClient = ReturnType<typeof createGuardedClient>;

export function createGuardedClient(options: GuardOptions = {}) {
  const { reach = PUBLIC_REACH, resolve = resolveHost, dial = openSocket, connectionsPerHost = 16 } = options;
  const rules = { reach, resolve, allowed: options.allowed };
  const find: FindTarget = (url) => findAddresses(hostOf(url.hostname), portOf(url), rules);

  const agent = new Agent({
    connections: connectionsPerHost,
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    connect: (target, callback) => void handOver(withinConnectTime(openGuardedSocket(target, find, dial)), callback),
  });

  // A reused connection was checked when it opened; the name is still resolved again.
  const send = (sending: Sending, take: TakeChunk): Promise<OutboundResponse> =>
    sendRequest(agent, () => requireTarget(sending.url, find), sending, take);

  async function post({ url, headers, body }: PostRequest): Promise<PostResult> {
    const took = startWatch();
    const preview = createPreview();
    try {
      const sending: Sending = { method: "POST", url, headers, body, timeoutMs: WEBHOOK_ATTEMPT_TIMEOUT_MS };
      // The body is read so that the connection can be reused. One that breaks off or is too slow leaves the status
      // valid.
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
      return { failure: null, statusCode, retryAfter, headers, body, durationMs: took() };
    } catch (error) {
      const failure = sending.signal?.aborted ? "aborted" : nameFailure(error);
      return { failure, problem: failure === "target_refused" ? problemOf(error) : null, durationMs: took() };
    }
  }

  const check = (url: string, signal?: AbortSignal) => checkTarget(url, find, signal);
  return { check, post, call, close: () => agent.destroy() };
}

async function locate(text: string, find: FindTarget): Promise<CheckedUrl> {
  const read = readTargetUrl(text);
  if (read.problem !== null) return read;
  if (isOwnOrigin(read.url)) return { problem: "target_own_service" };
  const { problem } = await withinConnectTime(find(read.url));
  return problem === null ? read : { problem };
}

function checkTarget(text: string, find: FindTarget, signal: AbortSignal | undefined): Promise<CheckedUrl> {
  const located = locate(text, find).catch((error: unknown): CheckedUrl => {
    if (nameFailure(error) === "timeout") return { problem: "target_unresolved" };
    throw error;
  });
  return signal ? unlessAborted(located, signal) : located;
}

async function requireTarget(text: string, find: FindTarget): Promise<URL> {
  const located = await locate(text, find);
  if (located.problem !== null) throw refuseTarget(located.problem);
  return located.url;
}

function startWatch(): () => number {
  const startedMs = performance.now();
  return () => Math.round(performance.now() - startedMs);
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}

function isCompressed(encoding: ResponseHeaders[string]): boolean {
  return encoding !== undefined && encoding !== "identity";
}

function collectWhole(maxBytes: number): { take: TakeChunk; read(): Buffer | "too_large" | "encoded" } {
  const chunks: Uint8Array[] = [];
  let read = 0;
  let refusal: "too_large" | "encoded" | null = null;
  return {
    take(chunk, headers) {
      read += chunk.length;
      if (isCompressed(headers["content-encoding"])) refusal = "encoded";
      else if (read > maxBytes) refusal = "too_large";
      else chunks.push(chunk);
      return refusal === null;
    },
    read: () => refusal ?? Buffer.concat(chunks),
  };
}

function createPreview(): { take: TakeChunk; read(encoding: ResponseHeaders[string]): string | null } {
  const kept: Uint8Array[] = [];
  let read = 0;
  let keptBytes = 0;
  return {
    take(chunk) {
      const part = chunk.subarray(0, WEBHOOK_PREVIEW_MAX_BYTES - keptBytes);
      // A view would hold the whole chunk in memory.
      if (part.length > 0) kept.push(Uint8Array.from(part));
      keptBytes += part.length;
      read += chunk.length;
      return read < WEBHOOK_ANSWER_MAX_BYTES;
    },
    read(encoding) {
      if (read === 0) return null;
      if (isCompressed(encoding)) return `(${String(encoding).slice(0, 40)})`;
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
