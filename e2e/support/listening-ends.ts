import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";

/** A delivery at the local receiver. */
export interface Arrival {
  eventId: string;
  deliveryId: string;
  roomId: string;
  latencyMs: number;
}

export async function startReceiver(): Promise<{ server: Server; arrivals: Arrival[]; url: string }> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as {
        id: string;
        roomId: string;
        data: { object: { id: string } };
      };
      const { id: eventId, roomId } = event;
      const deliveryId = String(request.headers["svc-webhook-delivery"]);
      const latencyMs = Date.now() - Number(event.data.object.id.split(":")[0]);
      arrivals.push({ eventId, deliveryId, roomId, latencyMs });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { server, arrivals, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** Between the command lines and the service. */
export async function startProxy(port: number) {
  const sockets = new Set<Socket>();
  const proxy = createTcpServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on("error", () => other.destroy())
        .on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut,
    close() {
      proxy.close();
      cut();
    },
  };
}
