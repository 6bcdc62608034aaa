import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { findFreePort } from "../database/free-port.mjs";
import { startReceiver } from "./demo-receiver.mjs";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(port: number) {
  const receiver = await startReceiver(port);
  closers.push(receiver.close);
  return (path: string, body = "{}") =>
    fetch(receiver.url + path, { method: "POST", body, headers: { "svc-webhook-signature": "v1=00" } });
}

test("answers 200 while nothing listens, and passes deliveries on to a receiver that takes the port", async () => {
  const port = await findFreePort();
  const deliver = await start(port);
  expect((await deliver("/v2")).status).toBe(200);
  const seen: unknown[] = [];
  const listener = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push([request.method, request.url, request.headers["svc-webhook-signature"], body]);
      response.writeHead(503, { "retry-after": "7" }).end("busy");
    });
  });
  // Nobody else has the port: a second bind would fail.
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  const response = await deliver("/v2", '{"id": "evt_x"}');
  expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([503, "7", "busy"]);
  expect(seen).toEqual([["POST", "/v2", "v1=00", '{"id": "evt_x"}']]);
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
  expect((await deliver("/v2")).status).toBe(200);
});

test("answers no other path", async () => {
  const receiver = await startReceiver(await findFreePort());
  closers.push(receiver.close);
  expect((await fetch(new URL("/v2", receiver.url), { method: "POST" })).status).toBe(404);
});

test("drops the connection when the listener drops it, so that the delivery fails", async () => {
  const listener = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => {
    listener.listen(0, "127.0.0.1", resolve);
  });
  closers.push(() => listener.close());
  const deliver = await start((listener.address() as AddressInfo).port);
  await expect(deliver("/v1")).rejects.toThrow("fetch failed");
});
