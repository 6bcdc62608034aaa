import type { Socket } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { normalizeAddress } from "./address";
import {
  WEBHOOK_ANSWER_MAX_BYTES,
  WEBHOOK_ATTEMPT_TIMEOUT_MS,
  WEBHOOK_CONNECT_TIMEOUT_MS,
  WEBHOOK_PREVIEW_MAX_BYTES,
} from "./limits";
import { NameNotResolved, type Resolve, resolveHost } from "./resolve";
import {
  findAddresses,
  hostOf,
  isAddress,
  isOwnOrigin,
  PUBLIC_REACH,
  type Reach,
  readTargetUrl,
  TargetRefused,
} from "./target";

/** Requests to addresses that strangers name. No other code of the service opens connections to them. */
export interface GuardedClient {
  /** The target as it would be connected to, or `TargetRefused` with the reason. */
  check(url: string): Promise<URL>;
  post(post: Post): Promise<Exchange>;
  close(): Promise<void>;
}

export interface Post {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** These very bytes are sent. */
  body: Uint8Array;
}

export type NetworkFailure = "timeout" | "connection_failed" | "dns_failed" | "tls_failed" | "target_refused";

export type Exchange = { durationMs: number } & (
  | { statusCode: number; failure: null; preview: string | null }
  | { statusCode: null; failure: NetworkFailure }
);

export interface Dial {
  address: string;
  port: number;
  isTls: boolean;
  /** null: the target is an address, and so must its certificate be. */
  servername: string | null;
}

export interface GuardOptions {
  reach?: Reach;
  /** Connections that one host may hold. */
  connectionsPerHost?: number;
  resolve?: Resolve;
  dial?: (dial: Dial) => Promise<Socket>;
}

type Find = (url: { hostname: string; port: string; protocol: string }) => Promise<readonly string[]>;

/** More addresses of one name are not tried: the next attempt will. */
const ADDRESSES_TRIED_MAX = 3;

export function createGuardedClient(options: GuardOptions = {}): GuardedClient {
  const { reach = PUBLIC_REACH, resolve = resolveHost, dial = openSocket, connectionsPerHost = 16 } = options;
  const find: Find = (url) => findAddresses(hostOf(url.hostname), portOf(url), { reach, resolve });

  const agent = new Agent({
    connections: connectionsPerHost,
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    headersTimeout: WEBHOOK_ATTEMPT_TIMEOUT_MS,
    bodyTimeout: WEBHOOK_ATTEMPT_TIMEOUT_MS,
    connect: (target, callback) => void hand(withinConnectTime(openChecked(target, find, dial)), callback),
  });

  async function check(text: string): Promise<URL> {
    const url = readTargetUrl(text);
    if (isOwnOrigin(url)) throw new TargetRefused("target_own_service");
    await find(url);
    return url;
  }

  async function post({ url, headers, body }: Post): Promise<Exchange> {
    const startedMs = performance.now();
    const signal = AbortSignal.timeout(WEBHOOK_ATTEMPT_TIMEOUT_MS);
    const took = () => Math.round(performance.now() - startedMs);
    try {
      // A kept connection was judged when it was opened: the name is asked again all the same.
      const target = await withinConnectTime(check(url));
      const answer = await request(target, {
        dispatcher: agent,
        method: "POST",
        headers: { ...headers, "Accept-Encoding": "identity" },
        body,
        signal,
      });
      const preview = await readPreview(answer.body, answer.headers["content-encoding"]);
      return { statusCode: answer.statusCode, failure: null, preview, durationMs: took() };
    } catch (error) {
      return { statusCode: null, failure: nameFailure(error), durationMs: took() };
    }
  }

  return { check, post, close: () => agent.destroy() };
}

/** Whatever leads here, the connection goes to an address that was judged, and is looked at again once it stands. */
async function openChecked(
  target: buildConnector.Options,
  find: Find,
  dial: (dial: Dial) => Promise<Socket>,
): Promise<Socket> {
  const host = hostOf(target.hostname);
  const base = {
    port: portOf(target),
    isTls: target.protocol === "https:",
    servername: isAddress(host) ? null : host,
  };
  let failure: unknown;
  for (const address of (await find(target)).slice(0, ADDRESSES_TRIED_MAX)) {
    try {
      return confirmPeer(await dial({ ...base, address }), address);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function hand(opening: Promise<Socket>, callback: buildConnector.Callback): Promise<void> {
  const asError = (error: unknown) => (error instanceof Error ? error : new Error("The connection failed."));
  const [error, socket] = await opening.then(
    (opened) => [null, opened] as const,
    (failure: unknown) => [asError(failure), null] as const,
  );
  if (error) callback(error, null);
  else callback(null, socket);
}

function portOf({ port, protocol }: { port: string; protocol: string }): number {
  return Number(port) || (protocol === "https:" ? 443 : 80);
}

const openPlain = buildConnector({ timeout: WEBHOOK_CONNECT_TIMEOUT_MS });

function openSocket({ address, port, isTls, servername }: Dial): Promise<Socket> {
  return new Promise((resolve, reject) => {
    openPlain(
      {
        hostname: address,
        host: servername ?? address,
        protocol: isTls ? "https:" : "http:",
        port: String(port),
        ...(servername === null ? {} : { servername }),
      },
      (...[error, socket]) => (error ? reject(error) : resolve(socket)),
    );
  });
}

function confirmPeer(socket: Socket, address: string): Socket {
  if (normalizeAddress(socket.remoteAddress ?? "") === normalizeAddress(address)) return socket;
  socket.destroy();
  throw new TargetRefused("target_forbidden");
}

class ConnectTimeout extends Error {
  override name = "TimeoutError";
}

/** Names, addresses and TLS together. A socket that comes later is closed. */
async function withinConnectTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectTimeout("No connection in time.")), WEBHOOK_CONNECT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof ConnectTimeout) work.then(destroyLate, () => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function destroyLate(made: unknown): void {
  if (made instanceof Object && "destroy" in made && typeof made.destroy === "function") made.destroy();
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
