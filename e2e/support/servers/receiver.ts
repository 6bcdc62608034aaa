import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { serveBodies } from "./loopback";

export interface Received {
  path: string;
  method: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
  atMs: number;
}

const CHUNK = Buffer.alloc(16 * 1024, "x");

/**
 * A webhook receiver on loopback. The path selects its behaviour: /200, /404, /redirect, /hang, /drip, /reset, /big,
 * /endless, /gzip, /half (a status, and then nothing), /flaky-N, which fails N times before it succeeds, and /second, which
 * takes each delivery at its second attempt.
 */
export async function startReceiver() {
  const received: Received[] = [];
  const failures = new Map<string, number>();
  const { url, close } = await serveBodies((body, request, response) => {
    const { url: path = "/", method = "", headers } = request;
    received.push({ path, method, headers, body, atMs: Date.now() });
    answer(path, request, response, failures);
  });
  return { url, received, close };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

function answer(path: string, request: IncomingMessage, response: ServerResponse, failures: Map<string, number>): void {
  const status = /^\/(\d{3})/.exec(path)?.[1];
  const flaky = /^\/flaky-(\d+)/.exec(path)?.[1];
  if (path.startsWith("/second")) {
    const id = String(request.headers["svc-webhook-delivery"]);
    response.writeHead(failures.has(id) ? 200 : 503).end();
    failures.set(id, 1);
  } else if (status) response.writeHead(Number(status), { "content-type": "text/plain" }).end(`answer ${status}`);
  else if (flaky) {
    const failed = failures.get(path) ?? 0;
    failures.set(path, failed + 1);
    response.writeHead(failed < Number(flaky) ? 503 : 200).end();
  } else if (path.startsWith("/redirect")) response.writeHead(302, { location: "/200" }).end();
  else if (path.startsWith("/reset")) request.socket.resetAndDestroy();
  else if (!path.startsWith("/hang")) answerAtLength(path, response);
}

function answerAtLength(path: string, response: ServerResponse): void {
  if (path.startsWith("/gzip")) {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    return;
  }
  response.writeHead(200);
  if (path.startsWith("/half")) response.write("so far");
  else if (path.startsWith("/drip")) {
    const timer = setInterval(() => response.write("."), 100);
    response.on("close", () => clearInterval(timer));
  } else if (path.startsWith("/endless")) {
    const pour = () => {
      while (!response.destroyed && response.write(CHUNK));
    };
    response.on("drain", pour);
    pour();
  } else {
    for (let n = 0; n < 20; n += 1) response.write(CHUNK);
    response.end();
  }
}

/** §6 as a receiver implements it, without our code: the secrets that signed, one entry per signature. */
export function readSigners(
  { headers, body }: Received,
  secrets: Readonly<Record<string, string>>,
  nowSeconds = Date.now() / 1_000,
): string[] {
  const timestamp = String(headers["svc-webhook-timestamp"]);
  if (!/^\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > 300) return [];
  const macs = Object.entries(secrets).map(([name, secret]): [string, string] => {
    const mac = createHmac("sha256", secret).update(Buffer.concat([Buffer.from(`${timestamp}.`), body]));
    return [`v1=${mac.digest("hex")}`, name];
  });
  const names = new Map(macs);
  return String(headers["svc-webhook-signature"])
    .split(",")
    .map((part) => names.get(part) ?? "nobody");
}
