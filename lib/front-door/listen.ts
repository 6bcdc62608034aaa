import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beginStopping, isStopping } from "../platform/stopping";
import { findLastAnswer, noteAnswer } from "./last-answer";

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
 * It keeps connections, not responses: a Set that changes with each request leaves tables behind that only a major collection
 * frees, with all the requests in them.
 */
export function announceStop(server: Server): (delayMs: number) => Promise<void> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.prependListener("request", (request, response) => {
    noteAnswer(request.socket, response);
    response.shouldKeepAlive &&= !isStopping();
  });
  return async (delayMs) => {
    beginStopping();
    for (const socket of open) {
      const response = findLastAnswer(socket);
      if (response) response.shouldKeepAlive = false;
    }
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
