import { once } from "node:events";
import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseEncoding, PageResponse } from "./page-response";

const TEXT = "A line of a page that repeats.\n".repeat(20_000);

/** Takes Next's place: the path says what it does. */
const HANDLERS: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  "/page": (response) =>
    response.writeHead(200, { "content-type": "text/html", "content-length": TEXT.length }).end(TEXT),
  "/stream": (response) => {
    response.setHeader("content-type", "text/html");
    response.setHeader("vary", "rsc");
    for (let at = 0; at < TEXT.length; at += 10_000) response.write(TEXT.slice(at, at + 10_000));
    response.end();
  },
  // Next waits like this between its chunks.
  "/patient": async (response) => {
    response.setHeader("content-type", "text/html");
    response.flushHeaders();
    for (let at = 0; at < TEXT.length; at += 100_000)
      if (!response.write(TEXT.slice(at, at + 100_000))) await once(response, "drain");
    response.end();
  },
  "/short": (response) => response.writeHead(200, { "content-type": "text/html", "content-length": 2 }).end("ok"),
  "/picture": (response) => response.writeHead(200, { "content-type": "image/png" }).end(TEXT),
  "/events": (response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(TEXT),
  "/none": (response) => response.writeHead(204).end(),
};

const server = createServer((request, response) => {
  const isFiltered = request.headers["x-filter"] !== undefined;
  new PageResponse(request, response, () => (isFiltered ? { push: toUpperCase, end: () => Buffer.from("END") } : null));
  void HANDLERS[request.url ?? ""]?.(response);
});
const toUpperCase = (chunk: Uint8Array) => Buffer.from(Buffer.from(chunk).toString().toUpperCase());

let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function ask(path: string, headers: Record<string, string> = {}): Promise<{ message: IncomingMessage; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers, agent: false }, (message) => {
      const parts: Buffer[] = [];
      message.on("data", (part: Buffer) => parts.push(part));
      message.on("end", () => resolve({ message, body: Buffer.concat(parts) }));
    }).on("error", reject);
  });
}

test.each(["/page", "/stream", "/patient"])(
  "%s is sent by Brotli, by gzip or as it is, as the client wants",
  async (path) => {
    const brotli = await ask(path, { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.message.headers).toMatchObject({ "content-encoding": "br" });
    expect(brotli.message.headers.vary).toContain("Accept-Encoding");
    expect(brotli.message.headers["content-length"]).toBeUndefined();
    expect(brotliDecompressSync(brotli.body).toString()).toBe(TEXT);
    const gzip = await ask(path, { "accept-encoding": "gzip" });
    expect(gunzipSync(gzip.body).toString()).toBe(TEXT);
    const plain = await ask(path);
    expect(plain.message.headers["content-encoding"]).toBeUndefined();
    expect(plain.message.headers.vary).toContain("Accept-Encoding");
    expect(plain.body.toString()).toBe(TEXT);
  },
);

test.each(["/short", "/picture", "/events", "/none"])("%s is not compressed", async (path) => {
  const { message } = await ask(path, { "accept-encoding": "br" });
  expect(message.headers["content-encoding"]).toBeUndefined();
});

test("filters the text before it is compressed, and omits its length", async () => {
  const { message, body } = await ask("/short", { "accept-encoding": "br", "x-filter": "1" });
  expect(message.headers["content-length"]).not.toBe("2");
  expect(brotliDecompressSync(body).toString()).toBe("OKEND");
  expect((await ask("/short", { "x-filter": "1" })).body.toString()).toBe("OKEND");
});

test.each([
  [undefined, null],
  ["identity", null],
  ["gzip;q=0.5, br", "br"],
  ["br;q=0, gzip", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0", null],
] as const)("of %s it chooses %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
