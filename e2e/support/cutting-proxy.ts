import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface CuttingProxy {
  readonly baseUrl: string;
  readonly count: number;
  close: () => void;
}

/** A proxy that lets every fifth request through and loses its response. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let count = 0;
  const { hostname, port } = new URL(target);
  const proxy = createServer((incoming, outgoing) => {
    count += 1;
    const isLost = count % 5 === 0;
    const { method, url: path, headers } = incoming;
    const forwarded = sendRequest({ hostname, port, method, path, headers }, (response) => {
      if (isLost) response.resume().on("end", () => outgoing.destroy());
      else response.pipe(outgoing.writeHead(response.statusCode ?? 502, response.headers));
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    get count() {
      return count;
    },
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
