import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RoomAccess } from "../../../lib/access/open-room";
import { transaction } from "../../../lib/db/transaction";
import { recordEvent } from "../../../lib/events/outbox";
import { run } from "../../../packages/cli/src/program";
import { readSurroundings } from "../../../packages/cli/src/surroundings";
import type { TestDatabase } from "../scenes/database";
import { openCliSession } from "../scenes/sessions";
import { createWorld } from "../scenes/world";
import { startListenerProcess } from "./listener-process";
import { serveBodies } from "./loopback";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy";

export interface ListeningPlan {
  rooms: number;
  events: number;
  /** All connections of the command lines break at once. */
  cuts: number;
  /** The service is killed, and starts again. */
  kills: number;
  perSecond: number;
}

export interface ListeningResult {
  lost: number;
  outOfOrder: number;
  /** Arrivals of an event under a second delivery id. */
  foreignRepeats: number;
  repeats: number;
  p50Ms: number;
  p95Ms: number;
  seconds: number;
}

/** Events in many rooms, each forwarded by a `svc listen` of its own to one local receiver. This process writes them. */
export async function runListening(database: TestDatabase, plan: ListeningPlan): Promise<ListeningResult> {
  const service = await startListenerProcess(database.url);
  const { port } = new URL(service.baseUrl);
  const proxy = await startTcpProxy(() => Number(port));
  const receiver = await startReceiver();
  const { rooms, token } = await makeRooms(database, plan.rooms);
  const stop = new AbortController();
  const listening = await startCommandLines(`http://127.0.0.1:${proxy.port}`, token, rooms, receiver.url, stop.signal);
  const startedMs = performance.now();
  try {
    const waitFor = waitUnless(listening.requireAll);
    await waitFor(async () => (await countStreams(database)) === plan.rooms);
    const disturbed = disturb(plan, () => cutAll(proxy), service.restart);
    const written = await writeEvents(rooms, plan);
    await disturbed;
    await waitFor(async () => (await countWaiting(database)) === 0);
    return { ...judge(written, receiver.arrivals), seconds: (performance.now() - startedMs) / 1000 };
  } finally {
    stop.abort();
    await listening.ended;
    await listening.erase();
    await proxy.close();
    await receiver.close();
    await service.end();
  }
}

/** A delivery at the local receiver. */
interface Arrival {
  eventId: string;
  deliveryId: string;
  roomId: string;
  latencyMs: number;
}

async function startReceiver() {
  const arrivals: Arrival[] = [];
  const { url, close } = await serveBodies((body, { headers }, response) => {
    const event = JSON.parse(body.toString()) as { id: string; roomId: string; data: { object: { id: string } } };
    const { id: eventId, roomId } = event;
    const latencyMs = Date.now() - Number(event.data.object.id.split(":")[0]);
    arrivals.push({ eventId, deliveryId: String(headers["svc-webhook-delivery"]), roomId, latencyMs });
    response.writeHead(204).end();
  });
  return { url: `${url}/hook`, arrivals, close };
}

/** All connections end, and new ones may come at once. */
async function cutAll(proxy: TcpProxy): Promise<void> {
  await proxy.set({ kind: "refusing" });
  await proxy.set({ kind: "clear" });
}

/** One person manages all rooms, each of an organization of its own: the limit of a minute is an organization's. */
async function makeRooms(database: TestDatabase, count: number): Promise<{ rooms: RoomAccess[]; token: string }> {
  const world = createWorld(database);
  const person = await world.user();
  const rooms: RoomAccess[] = [];
  for (let n = 0; n < count; n += 1) {
    const organization = await world.organization({ seats: 50 });
    await world.join(organization.id, person.id);
    const { id } = await world.room({ organizationId: organization.id, billingEntityId: organization.billingEntityId });
    await world.enter(id, person.id, 30);
    const facts = { roomId: id, organizationId: organization.id, billingEntityId: organization.billingEntityId };
    rooms.push({ ...facts, role: 30 } as unknown as RoomAccess);
  }
  return { rooms, token: (await openCliSession(database, person.id)).token };
}

const START_EVERY_MS = 250;

async function startCommandLines(
  baseUrl: string,
  token: string,
  rooms: readonly RoomAccess[],
  forwardTo: string,
  signal: AbortSignal,
) {
  const directory = await mkdtemp(join(tmpdir(), "svc-listen-"));
  await writeFile(join(directory, "secrets.json"), JSON.stringify({ [`default@${baseUrl}`]: token }));
  const env = { SVC_URL: baseUrl, SVC_CONFIG_DIR: directory, SVC_SECRET_STORE: "file" };
  const silent = { write: () => true };
  const ended = new AbortController();
  const runs: Promise<void>[] = [];
  const listen = async (roomId: string) => {
    const told: string[] = [];
    const stderr = { write: (text: string) => told.push(text) > 0 };
    const surroundings = { ...readSurroundings(), env, signal, stdout: silent, stderr };
    await run(["listen", "--room", roomId, "--forward-to", forwardTo], surroundings);
    if (!signal.aborted) ended.abort(new Error(`A command line ended by itself:\n${told.join("")}`));
  };
  for (const { roomId } of rooms) {
    runs.push(listen(roomId));
    // One after another: together they would fill the pool of a busy machine.
    await sleep(START_EVERY_MS);
  }
  const erase = () => rm(directory, { recursive: true, force: true });
  return { requireAll: () => ended.signal.throwIfAborted(), ended: Promise.all(runs), erase };
}

async function writeEvents(rooms: readonly RoomAccess[], { events, perSecond }: ListeningPlan) {
  const written = new Map<string, string[]>(rooms.map(({ roomId }) => [roomId, []]));
  const pauseMs = (1000 * rooms.length) / perSecond;
  await Promise.all(
    rooms.map(async (access, n) => {
      for (let left = Math.floor((events + n) / rooms.length); left > 0; left -= 1) {
        const atMs = Date.now();
        const objectId = `${atMs}:${left}`;
        const event = { type: "message.created", objectId, v1Data: null } as const;
        written.get(access.roomId)?.push(await transaction((tx) => recordEvent(tx, access, event)));
        await sleep(Math.max(2, pauseMs * (0.5 + Math.random())));
      }
    }),
  );
  return written;
}

async function disturb(
  { cuts, kills, events, perSecond }: ListeningPlan,
  cut: () => Promise<void>,
  restart: () => Promise<void>,
) {
  const total = cuts + kills;
  const pauseMs = total === 0 ? 0 : ((events / perSecond) * 1000) / total;
  for (let n = 1; n <= total; n += 1) {
    await sleep(pauseMs * Math.random() * 2);
    const isKill = Math.floor((n * kills) / total) > Math.floor(((n - 1) * kills) / total);
    if (isKill) await restart();
    else await cut();
  }
}

function judge(written: ReadonlyMap<string, string[]>, arrivals: readonly Arrival[]) {
  const deliveries = new Map<string, string>();
  const firsts = new Map<string, string[]>();
  let [repeats, foreignRepeats] = [0, 0];
  const latencies: number[] = [];
  for (const { eventId, deliveryId, roomId, latencyMs } of arrivals) {
    const known = deliveries.get(eventId);
    if (known === undefined) {
      deliveries.set(eventId, deliveryId);
      firsts.set(roomId, [...(firsts.get(roomId) ?? []), eventId]);
      latencies.push(latencyMs);
    } else if (known === deliveryId) repeats += 1;
    else foreignRepeats += 1;
  }
  const all = [...written.values()].flat();
  const outOfOrder = [...written].flatMap(([roomId, ids]) => ids.filter((id, n) => firsts.get(roomId)?.[n] !== id));
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  const lost = all.filter((id) => !deliveries.has(id)).length;
  return { lost, outOfOrder: outOfOrder.length, foreignRepeats, repeats, p50Ms: at(0.5), p95Ms: at(0.95) };
}

const countWith = async (database: TestDatabase, sql: string) =>
  (await database.query<{ n: number }>(`SELECT count(*)::int AS n ${sql}`))[0]?.n ?? 0;
const countStreams = (database: TestDatabase) =>
  countWith(database, "FROM webhook_listeners WHERE stream_until > now()");
const countWaiting = (database: TestDatabase) => countWith(database, "FROM partitions.deliveries_waiting");

const waitUnless = (check: () => void) => async (isThere: () => Promise<boolean>) => {
  while (!(await isThere())) {
    check();
    await sleep(200);
  }
};
