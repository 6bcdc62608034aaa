import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { beginStopping, isStopping } from "../platform/stopping";

const GRACE_MS = 25_000;

export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/**
 * From the wish to stop, every response ends its connection. A proxy that kept one could send the next request just when we
 * close it, and may not send a write again. Returns the function that announces the stop, and waits until proxies, which ask
 * for readiness from time to time, have heard of it.
 */
export function announceStop(server: Server): (delayMs: number) => Promise<void> {
  const open = new Set<ServerResponse>();
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive &&= !isStopping();
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return async (delayMs) => {
    beginStopping();
    for (const response of open) response.shouldKeepAlive = false;
    await sleep(delayMs);
  };
}

/** Accepts no new connections. Idle ones end now, busy ones after their response, all of them after the grace period. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(grace);
}
