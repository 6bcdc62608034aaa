import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * A reader that gives up leaves the rest of the body on the connection, and the next request waits behind it. Behind a
 * proxy, which shares connections among its clients, that is another person's.
 */
export function readOnAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.once("finish", () => {
    if (request.readableEnded) return;
    request.unpipe();
    for (const event of ["data", "readable"]) request.removeAllListeners(event);
    // `resume` needs a listener of its own, or it still believes in those for "readable".
    request.on("data", () => undefined).resume();
    if (!request.destroyed) return;
    // Next takes the socket from a request before it destroys it. Node's parser then skips the body by this mark.
    Object.assign(request, { _dumped: true });
    socket.resume();
  });
}
