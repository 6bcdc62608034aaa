import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { RoomAccess } from "../../lib/access/open-room";
import { closeDatabase } from "../../lib/db/pool";
import { transaction } from "../../lib/db/transaction";
import { recordEvent } from "../../lib/events/outbox";
import { run } from "../../packages/cli/src/program";
import { readSurroundings } from "../../packages/cli/src/surroundings";
import { findFreePort } from "../../scripts/database/free-port.mjs";
import { untilTrue } from "../support/scenes/eventually";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { openCliSession } from "../support/scenes/sessions";
import { resetShared } from "../support/scenes/shared-state";
import { createWorld } from "../support/scenes/world";
import { makeChildEnv, startRestartable } from "../support/servers/child-process";
import { serveBodies } from "../support/servers/loopback";
import { startTcpProxy } from "../support/servers/tcp-proxy";
import { TEST_ENV } from "../support/test-env.mjs";

const ROOMS = 4;
const EVENTS = 240;
const PER_SECOND = 60;
const CUTS_PER_KILL = 3;
const KILLS = 2;
const START_EVERY_MS = 250;

const database = useScratchDatabase();

beforeAll(() => {
  process.env["DATABASE_URL"] = database.url;
  resetShared();
});
afterAll(async () => {
  await closeDatabase();
  process.env["DATABASE_URL"] = TEST_ENV.DATABASE_URL;
  resetShared();
});

/** A process with the paths of `svc listen`, which comes back on the same port after a kill. */
async function startListeners() {
  const port = await findFreePort();
  const variables = { ...TEST_ENV, DATABASE_URL: database.url, PORT: String(port), DATABASE_POOL_MAX: "16" };
  const file = fileURLToPath(new URL("../support/servers/listener-server.ts", import.meta.url));
  const service = await startRestartable(["--import", "tsx", file], { env: makeChildEnv(variables) });
  onTestFinished(async () => void (await service.kill()));
  return { port, restart: () => service.restart() };
}

async function startReceiver() {
  const arrivals: { eventId: string; deliveryId: string; roomId: string }[] = [];
  const { url, close } = await serveBodies((body, { headers }, response) => {
    const { id: eventId, roomId } = JSON.parse(body.toString()) as { id: string; roomId: string };
    arrivals.push({ eventId, deliveryId: String(headers["svc-webhook-delivery"]), roomId });
    response.writeHead(204).end();
  });
  onTestFinished(close);
  return { url: `${url}/hook`, arrivals };
}

/** One person manages all rooms, each of an organization of its own: the limit of a minute is an organization's. */
async function makeRooms() {
  const world = createWorld(database);
  const person = await world.user();
  const rooms: RoomAccess[] = [];
  for (let n = 0; n < ROOMS; n += 1) {
    const { id: organizationId, billingEntityId } = await world.organization({ seats: 50 });
    await world.join(organizationId, person.id);
    const { id: roomId } = await world.room({ organizationId, billingEntityId });
    await world.enter(roomId, person.id, 30);
    rooms.push({ roomId, organizationId, billingEntityId, role: 30 } as unknown as RoomAccess);
  }
  return { rooms, token: (await openCliSession(database, person.id)).token };
}

/** A command line for each room. The returned function fails once one of them has ended by itself. */
async function startCommandLines(baseUrl: string, token: string, rooms: readonly RoomAccess[], forwardTo: string) {
  const directory = mkdtempSync(join(tmpdir(), "svc-listen-"));
  writeFileSync(join(directory, "secrets.json"), JSON.stringify({ [`default@${baseUrl}`]: token }));
  const env = { SVC_URL: baseUrl, SVC_CONFIG_DIR: directory, SVC_SECRET_STORE: "file" };
  const [stop, ended] = [new AbortController(), new AbortController()];
  const { signal } = stop;
  const listen = async (roomId: string) => {
    const told: string[] = [];
    const stderr = { write: (text: string) => told.push(text) > 0 };
    const surroundings = { ...readSurroundings(), env, signal, stdout: { write: () => true }, stderr };
    await run(["listen", "--room", roomId, "--forward-to", forwardTo], surroundings);
    if (!signal.aborted) ended.abort(new Error(`A command line ended by itself:\n${told.join("")}`));
  };
  const runs: Promise<void>[] = [];
  onTestFinished(async () => {
    stop.abort();
    await Promise.all(runs);
    rmSync(directory, { recursive: true, force: true });
  });
  for (const { roomId } of rooms) {
    runs.push(listen(roomId));
    // One after another: together they would fill the pool of a busy machine.
    await sleep(START_EVERY_MS);
  }
  return () => ended.signal.throwIfAborted();
}

/** Ids of the events of each room, in order. */
async function writeEvents(rooms: readonly RoomAccess[]) {
  const written = new Map<string, string[]>(rooms.map(({ roomId }) => [roomId, []]));
  const pauseMs = (1000 * ROOMS) / PER_SECOND;
  const write = async (access: RoomAccess) => {
    for (let left = EVENTS / ROOMS; left > 0; left -= 1) {
      const event = { type: "message.created", objectId: `${left}`, v1Data: null } as const;
      written.get(access.roomId)?.push(await transaction((tx) => recordEvent(tx, access, event)));
      await sleep(Math.max(2, pauseMs * (0.5 + Math.random())));
    }
  };
  await Promise.all(rooms.map(write));
  return written;
}

async function disturb(cut: () => Promise<void>, restart: () => Promise<void>) {
  const total = KILLS * (CUTS_PER_KILL + 1);
  for (let n = 1; n <= total; n += 1) {
    await sleep(((EVENTS / PER_SECOND) * 1000 * 2 * Math.random()) / total);
    await (n % (CUTS_PER_KILL + 1) === 0 ? restart() : cut());
  }
}

test("connections break and the service is killed while events are forwarded: none is lost, and their order stays", async () => {
  const service = await startListeners();
  const proxy = await startTcpProxy(() => service.port);
  onTestFinished(proxy.close);
  const { url, arrivals } = await startReceiver();
  const { rooms, token } = await makeRooms();
  const requireAll = await startCommandLines(`http://127.0.0.1:${proxy.port}`, token, rooms, url);
  const waitForCount = (of: string, count: number) =>
    untilTrue(async () => {
      requireAll();
      return (await database.query(`SELECT FROM ${of}`)).length === count;
    });
  await waitForCount("webhook_listeners WHERE stream_until > now()", ROOMS);
  const cutAll = async () => {
    await proxy.set({ kind: "refusing" });
    await proxy.set({ kind: "clear" });
  };
  const disturbed = disturb(cutAll, service.restart);
  const written = await writeEvents(rooms);
  await disturbed;
  await waitForCount("partitions.deliveries_waiting", 0);

  const firsts = arrivals.filter(({ eventId }, n) => arrivals.findIndex((one) => one.eventId === eventId) === n);
  const arrived = rooms.map(({ roomId }) =>
    firsts.filter((one) => one.roomId === roomId).map(({ eventId }) => eventId),
  );
  // Nothing is lost and each room's events come in their order.
  expect(arrived).toEqual(rooms.map(({ roomId }) => written.get(roomId)));
  // A repeated arrival is the same delivery.
  const ids = new Map(firsts.map(({ eventId, deliveryId }) => [eventId, deliveryId]));
  expect(arrivals.filter(({ eventId, deliveryId }) => ids.get(eventId) !== deliveryId)).toEqual([]);
});
