import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { HOSTILE_TARGETS } from "../../e2e/support/attacks/hostile-targets";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { GATEWAY_TOKEN, type Gateway, startGateway } from "../../e2e/support/servers/gateway";
import { createGuardedClient, type GuardedClient } from "./send";
import type { Reach } from "./target";

const PRIVATE: Reach = new Set(["public", "allowed", "private"]);
let gateway: Gateway;
let client: GuardedClient;

beforeAll(async () => {
  vi.stubEnv("SVC_ALLOWED_PRIVATE_TARGETS", "");
  resetShared();
  gateway = await startGateway();
  client = createGuardedClient({ reach: PRIVATE });
});
afterAll(async () => {
  await client.close();
  await gateway.close();
});

const ask = (behaviour: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  client.call({
    method: "GET",
    url: `${gateway.url}/${behaviour}/v1/models`,
    headers: { Authorization: `Bearer ${GATEWAY_TOKEN}` },
    timeoutMs: 60_000,
    maxBytes: 64 * 1024,
    ...more,
  });

test("returns the complete response of a call with its retry-after", async () => {
  const reply = await ask("honest");
  expect(reply).toMatchObject({ failure: null, statusCode: 200, retryAfter: null });
  expect(reply.failure === null && JSON.parse(reply.body.toString())).toMatchObject({
    data: [{ id: "main" }, { id: "other" }],
  });
  expect(await ask("429")).toMatchObject({ statusCode: 429, retryAfter: "30" });
  expect(gateway.calls.at(-1)?.headers["accept-encoding"]).toBe("identity");
});

test.each([
  ["endless", "too_large"],
  ["oversized", "too_large"],
  ["gzip", "encoded"],
  ["reset", "connection_failed"],
  ["broken-off", "connection_failed"],
])("a gateway that does %s ends as %s", async (behaviour, failure) => {
  expect(await ask(behaviour)).toMatchObject({ failure });
});

test("returns a redirect without following it", async () => {
  const before = gateway.calls.length;
  expect(await ask("redirect")).toMatchObject({ failure: null, statusCode: 307 });
  expect(gateway.calls).toHaveLength(before + 1);
});

test.each(["hang", "half", "drip"])("the deadline covers the whole call: a gateway that does %s", async (behaviour) => {
  expect(await ask(behaviour, { timeoutMs: 400 })).toMatchObject({ failure: "timeout" });
});

test.each(["hang", "half", "drip"])("a signal aborts the call at once: a gateway that does %s", async (behaviour) => {
  const control = new AbortController();
  const before = gateway.calls.length;
  const asked = ask(behaviour, { signal: control.signal });
  await expect.poll(() => gateway.calls.length).toBe(before + 1);
  control.abort();
  expect(await asked).toMatchObject({ failure: "aborted" });
});

test("the deadline includes waiting for a connection, and an expired request is never sent", async () => {
  const narrow = createGuardedClient({ reach: PRIVATE, connectionsPerHost: 1 });
  const before = gateway.calls.length;
  const control = new AbortController();
  const call = (behaviour: string, timeoutMs: number, signal?: AbortSignal) =>
    narrow.call({
      method: "GET",
      url: `${gateway.url}/${behaviour}/v1/models`,
      headers: { Authorization: `Bearer ${GATEWAY_TOKEN}` },
      timeoutMs,
      maxBytes: 64 * 1024,
      ...(signal && { signal }),
    });
  const first = call("hang", 600_000, control.signal);
  await expect.poll(() => gateway.calls.length).toBe(before + 1);
  let isFirstOver = false;
  void first.then(() => {
    isFirstOver = true;
  });
  expect(await call("honest", 100)).toMatchObject({ failure: "timeout" });
  expect(isFirstOver).toBe(false);
  control.abort();
  expect(await first).toMatchObject({ failure: "aborted" });
  expect(await call("429", 60_000)).toMatchObject({ statusCode: 429 });
  expect(gateway.calls).toHaveLength(before + 2);
  await narrow.close();
});

test("reports an invalid header as a failure, without throwing", async () => {
  const before = gateway.calls.length;
  const url = `${gateway.url}/honest/v1/models`;
  const headers = { "X-Split": "a\r\nHost: other" };
  const asked = { url, headers, body: Buffer.from("{}") };
  expect(await client.post(asked)).toMatchObject({ failure: "connection_failed" });
  expect(await client.call({ ...asked, method: "POST", timeoutMs: 60_000, maxBytes: 10 })).toMatchObject({
    failure: "connection_failed",
  });
  expect(gateway.calls).toHaveLength(before);
});

test("aborts the resolving of a name by its signal", async () => {
  const control = new AbortController();
  const waiting = createGuardedClient({ reach: PRIVATE, resolve: () => new Promise(() => undefined) });
  const asked = waiting.call({
    method: "GET",
    url: "http://gateway.example/",
    headers: {},
    timeoutMs: 60_000,
    maxBytes: 1,
    signal: control.signal,
  });
  control.abort();
  expect(await asked).toMatchObject({ failure: "aborted" });
  await waiting.close();
});

test("private reach includes private addresses, and never metadata, unspecified addresses, or the service itself", async () => {
  vi.stubEnv("UPSTASH_REDIS_REST_URL", "http://redis.example:8079");
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "x");
  resetShared();
  const dialled: string[] = [];
  const dial = ({ address }: { address: string }) => {
    dialled.push(address);
    return Promise.reject(new Error("far enough"));
  };
  const open = (address: string) =>
    createGuardedClient({ reach: PRIVATE, resolve: () => Promise.resolve([address]), dial });
  const call = (from: GuardedClient, url: string) =>
    from.call({ method: "GET", url, headers: {}, timeoutMs: 60_000, maxBytes: 1 });
  for (const address of ["10.1.2.3", "192.168.1.1", "100.64.0.1", "fd12:3456:789a::1", "127.0.0.1"]) {
    expect(await call(open(address), "http://gateway.example/")).toMatchObject({ failure: "connection_failed" });
  }
  expect(dialled).toHaveLength(5);
  const forbidden = ["169.254.169.254", "fe80::1", "fd00:ec2::254", "100.100.100.200", "0.0.0.0", "::", "224.0.0.1"];
  for (const address of [...forbidden, "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"]) {
    const reply = await call(open(address), "http://gateway.example/");
    expect(reply).toMatchObject({ failure: "target_refused", problem: "target_forbidden" });
  }
  for (const port of [3000, 1, 8079]) {
    const reply = await call(open("127.0.0.1"), `http://gateway.example:${port}/`);
    expect(reply).toMatchObject({ failure: "target_refused", problem: "target_own_service" });
  }
  expect(await call(open("10.1.2.3"), "http://localhost:3000/v1/me")).toMatchObject({ failure: "target_refused" });
  expect(dialled).toHaveLength(5);
  vi.unstubAllEnvs();
  resetShared();
});

test("public reach is the same for calls and deliveries", async () => {
  vi.stubEnv("SVC_ALLOWED_PRIVATE_TARGETS", "");
  resetShared();
  const narrow = createGuardedClient({ reach: new Set(["public"]), dial: () => Promise.reject(new Error("dialled")) });
  for (const { url, answers } of HOSTILE_TARGETS.filter((target) => target.answers === undefined)) {
    const reply = await narrow.call({ method: "GET", url, headers: {}, timeoutMs: 60_000, maxBytes: 1 });
    expect({ url, answers, failure: reply.failure }).toMatchObject({
      failure: expect.stringMatching(/target_refused|dns_failed/),
    });
  }
  await narrow.close();
});

test("a server without TLS fails a TLS request", async () => {
  const plain = createServer((socket) => socket.on("error", () => undefined).end("HTTP/1.1 400 no\r\n\r\n"));
  plain.listen(0, "127.0.0.1");
  await once(plain, "listening");
  const { port } = plain.address() as AddressInfo;
  const reply = await client.call({
    method: "GET",
    url: `https://127.0.0.1:${port}/`,
    headers: {},
    timeoutMs: 60_000,
    maxBytes: 1,
  });
  expect(reply).toMatchObject({ failure: "tls_failed" });
  plain.close();
});
