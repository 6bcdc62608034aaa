import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openConnection, sendRaw } from "../../e2e/support/attacks/raw-http";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { forgetBursts } from "../../e2e/support/scenes/shared-state";
import { createWorld } from "../../e2e/support/scenes/world";
import { createKernel } from "../api/kernel";
import { answerNode } from "../api/node-http";
import { REGISTRY } from "../docs/surface/registry";
import { admit } from "./admit";
import { ownDetachedSockets } from "./detached-sockets";
import { recordAnswer } from "./listen";
import { answerParserError } from "./parser-error";

const database = useTestDatabase();
const world = createWorld(database);
const kernel = createKernel(REGISTRY);
const ends: (() => void)[] = [];
beforeEach(forgetBursts);
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function openDoor(hotReload: Server | null = null) {
  const server = createServer((request, response) => {
    recordAnswer(request.socket, response);
    void admit(request, response).then(async (admitted) => {
      if (admitted === null) return;
      request.url = admitted.target;
      await answerNode(kernel, request, response, "192.0.2.1");
    });
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const destroyDetached = ownDetachedSockets(server, hotReload);
  server.on("clientError", (error, socket: Socket) => void answerParserError(error, socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => {
    server.close();
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
  });
  return { server, sockets, destroyDetached, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const write = (line: string, headers: string, body = "") =>
  `${line} HTTP/1.1\r\nHost: svc.test\r\n${headers}\r\n${body}`;
const H2C = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n";
const WEBSOCKET = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
const CONNECT = "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n";
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

async function readAudit(requestId: string) {
  return database.query<{ method: string; status: number }>(
    "SELECT method, status FROM audit_log WHERE request_id = $1 ORDER BY at",
    [requestId],
  );
}

async function makeKey(): Promise<string> {
  const user = await world.user();
  return (await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId })).key;
}

describe("a request for another protocol", () => {
  test("is answered as plain HTTP and audited", async () => {
    const { url } = await openDoor();
    const auth = `X-Api-Key: ${await makeKey()}\r\nX-Request-Id: upgrade-1\r\n`;
    for (const headers of [H2C, WEBSOCKET])
      expect((await sendRaw(url, write("GET /v1/event-types", auth + headers))).status).toBe(200);
    expect(await readAudit("upgrade-1")).toHaveLength(2);
  });

  test("with a body is answered, and ends its connection: what follows it is never read as a request", async () => {
    const { url } = await openDoor();
    const connection = await openConnection(url);
    connection.write(write("POST /v1/event-types", `Content-Length: 4\r\n${H2C}`, "{}"));
    connection.write(`{}${write("GET /v1/me", "")}`);
    expect(await connection.read()).toMatchObject({ status: 405, headers: { connection: "close" } });
    await connection.ended;
    await expect(connection.read()).rejects.toThrow("ended");
    connection.destroy();
  });

  test("leaves no socket behind when its client goes, answered or not", async () => {
    const { url, sockets } = await openDoor();
    const requests = [
      write("GET /v1/event-types", H2C),
      write("GET /nowhere", WEBSOCKET),
      CONNECT,
      write("GET /", H2C).slice(0, 40),
    ];
    for (let count = 0; count < 1_000; count += 50) {
      const batch = Array.from({ length: 50 }, (_, index) => requests[index % requests.length] ?? "");
      await Promise.all(batch.map((request) => sendAndLeave(url, request)));
    }
    await expect.poll(() => sockets.size).toBe(0);
  });
});

async function sendAndLeave(url: string, request: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  await new Promise((resolve) => socket.write(request, resolve));
  socket.destroy();
}

describe("two Host headers", () => {
  test.each(["Host: other.test", "host: svc.test", "HOST:"])(
    "are refused in the envelope and audited: %s",
    async (second) => {
      const { url } = await openDoor();
      const auth = `X-Api-Key: ${await makeKey()}\r\nX-Request-Id: hosts-${second.length}\r\n`;
      const answer = await sendRaw(url, write("GET /v1/event-types", `${auth}${second}\r\n`));
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('"code":"validation_error"');
      expect(await readAudit(`hosts-${second.length}`)).toEqual([{ method: "GET", status: 400 }]);
      expect((await sendRaw(url, write("GET /login", `${second}\r\n`))).status).toBe(400);
    },
  );
});

describe("CONNECT", () => {
  test("is refused in the envelope, audited, and closed though the client holds its end", async () => {
    const { url, sockets } = await openDoor();
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
    socket.write(CONNECT);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(text).toContain(`allow: ${METHODS}\r\n`);
    const requestId = /"requestId":"(req_[^"]+)"/.exec(text)?.[1] ?? "";
    expect(await readAudit(requestId)).toEqual([{ method: "CONNECT", status: 405 }]);
    await expect.poll(() => sockets.size).toBe(0);
    socket.destroy();
  });
});

describe("a stop", () => {
  test("stops with detached sockets open", async () => {
    const hotReload = createServer().on("upgrade", () => undefined);
    const { server, url, destroyDetached } = await openDoor(hotReload);
    const held = await Promise.all([openConnection(url), openConnection(url)]);
    held[0]?.write(write("GET /_next/hmr", WEBSOCKET));
    held[1]?.write(write("GET /v1/me", WEBSOCKET));
    await held[1]?.read();
    const closed = once(server, "close");
    server.close();
    destroyDetached();
    await closed;
    await Promise.all(held.map(({ ended }) => ended));
  });
});

describe("in development", () => {
  test("hot reload goes to Next, everything else is answered plainly", async () => {
    const taken: (string | undefined)[] = [];
    const hotReload = createServer().on("upgrade", (request, socket: Socket) => {
      taken.push(request.url);
      socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    });
    const { url } = await openDoor(hotReload);
    expect((await sendRaw(url, write("GET /_next/hmr?id=1", WEBSOCKET))).status).toBe(101);
    expect((await sendRaw(url, write("GET /v1/me", WEBSOCKET))).status).toBe(401);
    expect(taken).toEqual(["/_next/hmr?id=1"]);
  });
});

describe("request targets", () => {
  test("lists the server's methods for OPTIONS *", async () => {
    const { url } = await openDoor();
    const answer = await sendRaw(url, write("OPTIONS *", ""));
    expect([answer.status, answer.headers["allow"]]).toEqual([204, METHODS]);
  });

  test.each(["GET *", "POST *", "GET ftp://svc.test/v1/me", "GET http://[svc/v1/me"])("%s is 400", async (line) => {
    const { url } = await openDoor();
    const answer = await sendRaw(url, write(line, "Content-Length: 0\r\n"));
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('"code":"validation_error"')]);
  });
});
