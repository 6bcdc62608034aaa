import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Ten receivers in a process of their own, for webhooks.ts. They answer at once; the last one hangs on request. */
export const SECRET = "whsec_bench";
export interface ReceiverReport {
  urls: string[];
  latencies: number[];
}

const PORTS = 10;
let latencies: number[] = [];
let hangs = false;

async function listen(isLast: boolean): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (isLast && hangs) return;
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { object: { id: string } } };
      latencies.push(Date.now() - Number(data.object.id));
      response.end("ok");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

if (process.send) {
  const urls = await Promise.all(Array.from({ length: PORTS }, (_, n) => listen(n === PORTS - 1)));
  const tell = () => process.send?.({ urls, latencies } satisfies ReceiverReport);
  tell();
  process.on("message", (question) => {
    tell();
    if (question === "latencies") latencies = [];
    else hangs = true;
  });
  process.once("disconnect", () => process.exit());
}
