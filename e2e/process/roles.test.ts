import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/scenes/eventually";
import { IS_NIGHT } from "../support/scenes/night";
import { createReceivingRoom } from "../support/scenes/receiving-room";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { type Receiver, startReceiver } from "../support/servers/receiver";
import { type RoleProcess, useServerCommands } from "../support/servers/server-command";

/** Two web processes and two workers on one database. Each is killed while people write; every write is delivered. */
const ROOMS = 12;
const WRITES_PER_TURN = 12;

const database = useScratchDatabase();
const commands = useServerCommands();

let receiver: Receiver;
let webs: RoleProcess[];
let workers: RoleProcess[];
let rooms: { id: string; token: string }[];
const written = new Set<string>();

beforeAll(async () => {
  receiver = await startReceiver();
  rooms = await Promise.all(Array.from({ length: ROOMS }, () => createReceivingRoom(database, `${receiver.url}/200`)));
  const env = { DATABASE_URL: database.url };
  webs = await Promise.all([commands.serve("web", env), commands.serve("web", env)]);
  workers = await Promise.all([commands.serve("worker", env), commands.serve("worker", env)]);
});
afterAll(() => receiver.close());

/** Repeats the write with one key, at one web process and the other, until it is acknowledged. */
async function write(n: number): Promise<void> {
  const room = rooms[n % ROOMS];
  const headers = {
    authorization: `Bearer ${room?.token}`,
    "content-type": "application/json",
    "idempotency-key": `w${n}`,
  };
  for (let tries = 0; ; tries += 1) {
    const url = `${webs[(n + tries) % 2]?.baseUrl}/v1/rooms/${room?.id}/messages`;
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ body: `m${n}` }) }).catch(
      () => null,
    );
    if (response?.status === 201) return void written.add(((await response.json()) as { id: string }).id);
    if (response !== null && response.status < 500 && response.status !== 409)
      throw new Error(`A write was refused with ${response.status}: ${await response.text()}`);
    await sleep(25);
  }
}

const writeTurn = (turn: number) =>
  Promise.all(Array.from({ length: WRITES_PER_TURN }, (_, n) => write(turn * WRITES_PER_TURN + n)));

function readArrived(): Set<string> {
  const bodies = receiver.received.map(
    ({ body }) => JSON.parse(body.toString()) as { data: { object: { id: string } } },
  );
  return new Set(bodies.map(({ data }) => data.object.id));
}

async function countPending(): Promise<number> {
  const pending = "SELECT count(*)::int AS n FROM deliveries WHERE state = 'PENDING'";
  return (await database.query<{ n: number }>(pending))[0]?.n ?? 0;
}

const expectAllDelivered = () =>
  eventually(() => expect([...written].filter((id) => !readArrived().has(id))).toEqual([]));

test("a worker delivers the events of a web process, which runs no background work itself", async () => {
  await writeTurn(0);
  await expectAllDelivered();
  const [web, worker] = [webs[0]?.baseUrl, workers[0]?.baseUrl];
  // A check that takes longer than two seconds has failed.
  for (const role of [web, worker])
    await eventually(async () => expect((await fetch(`${role}/api/readyz`)).status).toBe(200));
  expect((await fetch(`${worker}/api/healthz`)).status).toBe(200);
  // The worker has no door to the service itself, and Inngest's is closed where there is no Inngest.
  for (const path of ["/v1/me", "/login", "/", "/mcp", "/api/inngest"])
    expect([path, (await fetch(`${worker}${path}`)).status]).toEqual([path, 404]);
});

test("the role api answers every path that proxies lead to it, and no page", async () => {
  const api = await commands.serve("api", { DATABASE_URL: database.url });
  const [, paths = ""] = /@programs path (.+)$/m.exec(readFileSync("ops/Caddyfile", "utf8")) ?? [];
  const texts = await Promise.all(
    paths.split(" ").map(async (path) => (await fetch(api.baseUrl + path.replace("*", "unknown"))).text()),
  );
  expect(texts.length).toBeGreaterThan(6);
  expect(texts.filter((text) => text.includes("Send pages to"))).toEqual([]);
  const [room] = rooms;
  const headers = { authorization: `Bearer ${room?.token}` };
  expect((await fetch(`${api.baseUrl}/v1/rooms/${room?.id}`, { headers })).status).toBe(200);
  await eventually(async () => expect((await fetch(`${api.baseUrl}/api/readyz`)).status).toBe(200));
  for (const path of ["/", "/login", "/settings/developer", "/_next/static/chunks/none.js", "/%ff"])
    expect([path, await (await fetch(api.baseUrl + path)).text()]).toEqual([path, expect.stringMatching(/role web/)]);
  expect(await api.kill("SIGTERM")).toBe(0);
});

test("without a worker events wait, and the next worker delivers them", async () => {
  // A delivery that has arrived is noted a moment later: a worker that is killed before would leave it to the next one.
  await eventually(async () => expect(await countPending()).toBe(0));
  await Promise.all(workers.map((worker) => worker.kill()));
  const before = receiver.received.length;
  await writeTurn(1);
  expect([await countPending(), receiver.received.length]).toEqual([WRITES_PER_TURN, before]);
  await workers[0]?.restart();
  await expectAllDelivered();
});

test("kills of processes in turn lose no event", async () => {
  await workers[1]?.restart();
  const processes = IS_NIGHT ? [...workers, ...webs] : [workers[0], webs[0]];
  for (const [index, role] of processes.entries()) {
    const writing = writeTurn(2 + index);
    await sleep(50);
    await role?.kill();
    await role?.restart();
    await writing;
  }
  await expectAllDelivered();
  expect(written.size).toBe((2 + processes.length) * WRITES_PER_TURN);
  // The claims of a killed worker lapse after a minute.
}, 180_000);

test("a wish to stop ends each role with 0", async () => {
  const codes = await Promise.all([...webs, ...workers].map((role) => role.kill("SIGTERM")));
  expect(codes).toEqual([0, 0, 0, 0]);
});
