import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface BoundlessBursts {
  /** For a service that must never refuse for its bursts. */
  readonly env: Record<string, string>;
  close(): Promise<void>;
}

/** Upstash's REST protocol without a Redis behind it: nothing is counted, so every request has room on every axis. */
export async function startBoundlessBursts(): Promise<BoundlessBursts> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const commands = JSON.parse(body) as readonly Command[];
      response.setHeader("content-type", "application/json").end(JSON.stringify(commands.map(allow)));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    env: { UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${port}`, UPSTASH_REDIS_REST_TOKEN: "token" },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

type Command = readonly [name: string, script?: string, keys?: number];

/** The client sends its commands as pipelines. The script's result: it allows the request, then a count for each key. */
function allow([, , keys = 0]: Command): { result: readonly number[] } {
  return { result: [1, ...Array.from({ length: keys }, () => 0)] };
}
