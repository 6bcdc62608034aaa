import { isIP, type Socket } from "node:net";
import { buildConnector } from "undici";
import { normalizeAddress } from "../platform/address";
import { WEBHOOK_CONNECT_TIMEOUT_MS } from "../platform/limits";
import { type FoundAddresses, hostOf, portOf, type TargetProblem } from "./target";

export interface SocketTarget {
  address: string;
  port: number;
  isTls: boolean;
  servername: string | null;
}

export type FindTarget = (url: { hostname: string; port: string; protocol: string }) => Promise<FoundAddresses>;

const ADDRESSES_TRIED_MAX = 3;

/** Connects only to checked addresses, and checks the peer again, because a name can resolve differently each time. */
export async function openGuardedSocket(
  target: buildConnector.Options,
  find: FindTarget,
  dial: (target: SocketTarget) => Promise<Socket>,
): Promise<Socket> {
  const host = hostOf(target.hostname);
  const servername = isIP(host) === 0 ? host : null;
  const base = { port: portOf(target), isTls: target.protocol === "https:", servername };
  const found = await find(target);
  if (found.problem !== null) throw refuseTarget(found.problem);
  let failure: unknown;
  for (const address of found.addresses.slice(0, ADDRESSES_TRIED_MAX)) {
    try {
      return confirmPeer(await dial({ ...base, address }), address);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

export async function handOver(opening: Promise<Socket>, callback: buildConnector.Callback): Promise<void> {
  const opened = await opening.catch((error: unknown) =>
    error instanceof Error ? error : new Error("The connection failed."),
  );
  if (opened instanceof Error) callback(opened, null);
  else callback(null, opened);
}

const openPlain = buildConnector({ timeout: WEBHOOK_CONNECT_TIMEOUT_MS });

export function openSocket({ address, port, isTls, servername }: SocketTarget): Promise<Socket> {
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
  throw refuseTarget("target_forbidden");
}

/** undici passes on only errors, so a refusal is a property of one. */
export function refuseTarget(problem: TargetProblem): Error {
  return Object.assign(new Error(`The target is refused: ${problem}.`), { problem });
}

export function problemOf(error: unknown): TargetProblem | null {
  return error instanceof Error && "problem" in error ? (error.problem as TargetProblem) : null;
}

export async function withinConnectTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new DOMException("No connection in time.", "TimeoutError"));
    }, WEBHOOK_CONNECT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (isLate) work.then(destroyLate, () => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function destroyLate(made: unknown): void {
  if (made instanceof Object && "destroy" in made && typeof made.destroy === "function") made.destroy();
}
