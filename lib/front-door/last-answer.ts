import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Responses of one connection leave in order, so the last one that was begun ends after all others. */
const lastAnswers = new WeakMap<Socket, ServerResponse>();

export function recordAnswer(socket: Socket, response: ServerResponse): void {
  lastAnswers.set(socket, response);
}

export function findLastAnswer(socket: Socket): ServerResponse | undefined {
  return lastAnswers.get(socket);
}
