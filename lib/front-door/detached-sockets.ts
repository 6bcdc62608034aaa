import { type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { refuseConnect } from "./parser-error";

const HOT_RELOAD = "/_next/hmr";

/**
 * CONNECT and, in development, Upgrade take a socket away from Node's HTTP server: its time limits and
 * `closeAllConnections` no longer reach it. The function returned destroys the sockets that are left.
 */
export function ownDetachedSockets(server: Server, hotReload: Server | null): () => void {
  const detached = new Set<Socket>();
  let isEnding = false;
  const track = (socket: Socket): void => {
    if (isEnding) socket.destroy();
    detached.add(socket);
    socket.on("error", () => socket.destroy()).once("close", () => detached.delete(socket));
  };
  server.on("connect", (_request, socket: Socket) => {
    track(socket);
    refuseConnect(socket).catch(() => socket.destroy());
  });
  if (hotReload) {
    server.on("upgrade", (request, socket: Socket, head) => {
      track(socket);
      if (request.url?.startsWith(HOT_RELOAD)) {
        if (!hotReload.emit("upgrade", request, socket, head)) socket.destroy();
        return;
      }
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(socket);
      response.once("finish", () => socket.destroySoon());
      server.emit("request", request, response);
    });
  }
  return () => {
    isEnding = true;
    for (const socket of detached) socket.destroy();
  };
}
