import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Manifest } from "../../prisma/seed/manifest";
import { openConnection, sendRaw } from "../support/attacks/raw-http";
import { readManifest } from "../support/scenes/manifest";
import { runSql } from "../support/scenes/run-sql";
import { type Service, startService } from "../support/service";

let service: Service;
let demo: Manifest;

beforeAll(async () => {
  service = await startService();
  demo = readManifest(service.manifestFile);
  // Next adds listeners of its own with the first page.
  expect((await fetch(`${service.baseUrl}/login`)).status).toBe(200);
});
afterAll(() => service.stop());

const H2C = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n";
const WEBSOCKET =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

function write(line: string, headers: string, body = ""): string {
  return `${line} HTTP/1.1\r\nHost: ${new URL(service.baseUrl).host}\r\n${headers}\r\n${body}`;
}

/** The status alone; pages come in chunks, which the raw client does not read. */
async function readStatus(request: string): Promise<number> {
  const socket = connect(Number(new URL(service.baseUrl).port), "127.0.0.1");
  socket.write(request);
  const [chunk] = await Promise.race([
    new Promise<Buffer[]>((resolve, reject) =>
      socket
        .once("data", (data) => resolve([data]))
        .once("close", () => reject(new Error("The connection closed without a response."))),
    ),
    sleep(30_000, [Buffer.from("no response")]),
  ]);
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1]);
}

describe("a request that asks for another protocol is served as plain HTTP", () => {
  test("h2c to the API is served and audited", async () => {
    const id = `upgrade-${Date.now()}`;
    const auth = `X-Api-Key: ${demo.apiKeys.org.key}\r\nX-Request-Id: ${id}\r\n`;
    expect((await sendRaw(service.baseUrl, write("GET /v1/event-types", auth + H2C))).status).toBe(200);
    const rows = await runSql(demo.databaseUrl, "SELECT route FROM audit_log WHERE request_id = $1", [id]);
    expect(rows).toHaveLength(1);
  });

  test("with a body", async () => {
    const headers = `X-Api-Key: ${demo.apiKeys.org.key}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n${H2C}`;
    const answer = await sendRaw(service.baseUrl, write("POST /v1/event-types", headers, "{}"));
    expect(answer.status).toBe(405);
  });

  test("a websocket to a page is the page", async () => {
    expect(await readStatus(write("GET /login", WEBSOCKET))).toBe(200);
  });
});

test("CONNECT is refused in the envelope, and the socket is closed even when the client holds it", async () => {
  const connection = await openConnection(service.baseUrl);
  connection.write(`CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n`);
  const answer = await connection.read();
  expect([answer.status, answer.headers["allow"]]).toEqual([405, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]);
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "validation_error" } });
  await connection.ended;
  connection.destroy();
});

const isLinux = process.platform === "linux";

/** The process that listens: `npm start` serves in its own. */
function countDescriptors(): number {
  return readdirSync(`/proc/${service.child.pid}/fd`).length;
}

/** The socket must close although the client left without reading. */
async function openAndLeave(requests: readonly string[]): Promise<void> {
  const sockets = await Promise.all(
    requests.map(
      (request) =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(new URL(service.baseUrl).port), "127.0.0.1", () =>
            socket.write(request, () => resolve(socket)),
          ).once("error", reject);
        }),
    ),
  );
  for (const socket of sockets) socket.on("error", () => undefined).destroy();
}

test.runIf(isLinux)("a thousand upgrades leave no descriptor behind", async () => {
  const kinds = [
    write("GET /v1/event-types", H2C),
    write("GET /login", WEBSOCKET),
    write("GET /nowhere", WEBSOCKET),
    `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n`,
  ];
  await openAndLeave(kinds);
  const before = countDescriptors();
  for (let round = 0; round < 20; round += 1)
    await openAndLeave(Array.from({ length: 50 }, (_, index) => kinds[index % kinds.length] ?? ""));
  // Pools open and close connections of their own meanwhile.
  const settled = () => countDescriptors() <= before + 20;
  for (let waited = 0; waited < 30_000 && !settled(); waited += 50) await sleep(50);
  expect(countDescriptors()).toBeLessThanOrEqual(before + 20);
});

test("a stop ends within its grace while such sockets are open", async () => {
  const open = [
    write("GET /login", WEBSOCKET),
    `${write("GET /v1/event-types", H2C).slice(0, 60)}`,
    `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n`,
    write("POST /login", `Content-Length: 100\r\n${WEBSOCKET}`, "half"),
  ];
  const connections = await Promise.all(open.map(() => openConnection(service.baseUrl)));
  for (const [index, connection] of connections.entries()) connection.write(open[index] ?? "");
  // Its answer comes after those before it. The half-sent ones still wait for more.
  await (await fetch(`${service.baseUrl}/v1/event-types`)).text();
  const stopped = service.stop();
  expect(await Promise.race([stopped, sleep(30_000, "still running")])).toBe(0);
  for (const connection of connections) connection.destroy();
});
