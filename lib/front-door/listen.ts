import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { shared } from "../platform/shared";

const state = () => shared("stopping", () => ({ isStopping: false }));

function beginStopping(): void {
  state().isStopping = true;
}

export function isStopping(): boolean {
  return state().isStopping;
}

/** Responses of one connection leave in order, so the last one that was begun ends after all others. */
const lastAnswers = new WeakMap<Socket, ServerResponse>();

export function recordAnswer(socket: Socket, response: ServerResponse): void {
  lastAnswers.set(socket, response);
}

export function findLastAnswer(socket: Socket): ServerResponse | undefined {
  return lastAnswers.get(socket);
}

const GRACE_MS = 25_000;

/** Node queues 511 connections. A crowd fills that, and everybody's next connection then waits a second or three. */
const BACKLOG = 4_096;

export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/**
 * A proxy could send its next request just when we close the connection, and may not repeat a write. So each response
 * after the stop ends its connection. A Set of responses would keep their requests until a major collection, so
 * connections are tracked.
 */
export function announceStop(server: Server): (delayMs: number) => Promise<void> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.prependListener("request", (request, response) => {
    recordAnswer(request.socket, response);
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

export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(grace);
}
