import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { HOSTILE_TARGETS, type HostileTarget, REBINDING_TARGETS } from "../../e2e/support/attacks/hostile-targets";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import type { SocketTarget } from "./guarded-socket";
import { createGuardedClient } from "./send";
import { type Resolve, resolveHost } from "./target";

/** The boundaries of public ranges. */
const PUBLIC_TARGETS = `
  8.8.8.8 1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
  2606:4700:4700::1111 2a00:1450:4001::1 ::ffff:8.8.8.8 64:ff9b::808:808`
  .trim()
  .split(/\s+/);

let server: Server;
const arrived: string[] = [];

beforeAll(async () => {
  vi.stubEnv("SVC_ALLOWED_PRIVATE_TARGETS", "");
  resetShared();
  server = createServer((request, response) => {
    arrived.push(request.headers.host ?? "");
    request.resume().on("end", () => response.end("ok"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function resolverOf({ answers = [] }: HostileTarget): Resolve {
  let asked = 0;
  return (host, isTrusted) => {
    if (!/\.example\.?$/.test(host)) return resolveHost(host, isTrusted);
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    return Promise.resolve(answer ?? []);
  };
}

function openClient(target: HostileTarget) {
  const dialled: string[] = [];
  const dial = async ({ address }: SocketTarget): Promise<Socket> => {
    dialled.push(address);
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    await once(socket, "connect");
    Object.defineProperty(socket, "remoteAddress", { value: address });
    return socket;
  };
  return { dialled, client: createGuardedClient({ resolve: resolverOf(target), dial }) };
}

const post = (url: string) => ({ url, headers: {}, body: Buffer.from("{}") });

test("covers at least 150 hostile targets", () => {
  expect(HOSTILE_TARGETS.length).toBeGreaterThanOrEqual(150);
});

test("no hostile target passes the check of a registration or gets a connection", async () => {
  const passed: string[] = [];
  for (const target of HOSTILE_TARGETS) {
    const { client, dialled } = openClient(target);
    const { problem } = await client.check(target.url);
    const exchange = await client.post(post(target.url));
    if (problem === null) passed.push(target.url);
    if (exchange.failure !== "target_refused" && exchange.failure !== "dns_failed") passed.push(`post ${target.url}`);
    if (dialled.length > 0) passed.push(`dialled ${target.url} ${dialled.join()}`);
    await client.close();
  }
  expect(passed).toEqual([]);
});

test("a name that was public at its registration is checked again before each connection", async () => {
  for (const target of REBINDING_TARGETS) {
    const { client, dialled } = openClient(target);
    expect(await client.check(target.url)).toMatchObject({ problem: null });
    expect(await client.post(post(target.url))).toMatchObject({ failure: "target_refused" });
    expect(dialled).toEqual([]);
    await client.close();
  }
});

test("a name that changes between check and connection is refused", async () => {
  for (const target of REBINDING_TARGETS) {
    const { client, dialled } = openClient(target);
    // The attempt's own check gets the public address, the connector the other one.
    expect(await client.post(post(target.url))).toMatchObject({ failure: "target_refused" });
    expect(dialled).toEqual([]);
    await client.close();
  }
});

test("a reused connection is refused once its name resolves elsewhere", async () => {
  const answers = [["93.184.215.14"], ["93.184.215.14"], ["10.0.0.1"]];
  const { client, dialled } = openClient({ url: "", answers });
  expect(await client.post(post("http://turns.example/"))).toMatchObject({ statusCode: 200 });
  expect(await client.post(post("http://turns.example/"))).toMatchObject({ failure: "target_refused" });
  expect(dialled).toEqual(["93.184.215.14"]);
  await client.close();
});

test("closes a socket whose peer is not its target, unused", async () => {
  const before = arrived.length;
  const client = createGuardedClient({
    resolve: () => Promise.resolve(["93.184.215.14"]),
    dial: async () => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      await once(socket, "connect");
      return socket;
    },
  });
  expect(await client.post(post("http://elsewhere.example/"))).toMatchObject({ failure: "target_refused" });
  expect(arrived).toHaveLength(before);
  await client.close();
});

test("public addresses at the edge of their ranges are allowed", async () => {
  for (const address of PUBLIC_TARGETS) {
    const { client, dialled } = openClient({ url: "", answers: [[address]] });
    expect(await client.post(post("http://edge.example/"))).toMatchObject({ statusCode: 200, preview: "ok" });
    expect(dialled).toEqual([address]);
    await client.close();
    const literal = openClient({ url: "" });
    expect(
      await literal.client.post(post(`http://${address.includes(":") ? `[${address}]` : address}/`)),
    ).toMatchObject({ statusCode: 200 });
    expect(literal.dialled).toHaveLength(1);
    await literal.client.close();
  }
});

test("the certificate must name the host, or the address of a target without a name", async () => {
  const seen: SocketTarget[] = [];
  const dial = (made: SocketTarget) => {
    seen.push(made);
    return Promise.reject(new Error("far enough"));
  };
  const client = createGuardedClient({
    resolve: (host) => Promise.resolve([/\.example/.test(host) ? "93.184.215.14" : host]),
    dial,
  });
  await client.post(post("https://Receiver.example./x"));
  await client.post(post("https://93.184.215.14:8443/x"));
  await client.close();
  expect(seen).toEqual([
    { address: "93.184.215.14", port: 443, isTls: true, servername: "receiver.example" },
    { address: "93.184.215.14", port: 8443, isTls: true, servername: null },
  ]);
});
