import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Server as TcpServer } from "node:net";

export interface Loopback {
  readonly url: string;
  readonly port: number;
  /** Ends open connections too. */
  close: () => Promise<void>;
}

/** A server at a free port of this machine alone. */
export async function listen(server: TcpServer | Server): Promise<Loopback> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

export const serve = (answer: RequestListener): Promise<Loopback> => listen(createServer(answer));

export type Answer = (body: Buffer, ...exchange: Parameters<RequestListener>) => unknown;

/** Answers requests whose bodies have been read. */
export const serveBodies = (answer: Answer): Promise<Loopback> =>
  serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    request.on("end", () => void answer(Buffer.concat(chunks), request, response));
  });
