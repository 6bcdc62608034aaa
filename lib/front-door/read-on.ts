import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A reader that gives up, as Next's does with a form that it cannot decode, leaves the rest of the body on the connection, and
 * Node reads on by itself only where nobody has begun. The next request would wait behind it until the connection is
 * closed: behind a proxy, which keeps connections for all its clients, that is another person's.
 */
export function readOnAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.once("finish", () => {
    if (request.readableEnded) return;
    request.unpipe();
    for (const event of ["data", "readable"]) request.removeAllListeners(event);
    // A listener of its own: without one, `resume` still believes in those for "readable".
    request.on("data", () => undefined).resume();
    if (!request.destroyed) return;
    // Next takes the socket from a request before it destroys it. Node's parser then skips the body by this mark of its own.
    Object.assign(request, { _dumped: true });
    socket.resume();
  });
}
