import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "../../lib/db/pool";
import { WEBHOOK_CLAIM_MS } from "../../lib/platform/limits";
import { drainDeliveries } from "../../lib/webhooks/delivery/dispatch";
import { eventually } from "../support/scenes/eventually";
import { IS_NIGHT } from "../support/scenes/night";
import { createReceivingRoom, type ReceivingRoom } from "../support/scenes/receiving-room";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { resetShared } from "../support/scenes/shared-state";
import { type KernelProcess, useKernelProcesses } from "../support/servers/kernel-process";
import { TEST_ENV } from "../support/test-env.mjs";

/**
 * Two servers deliver what people write; one of them is killed at a random instant, again and again, and then their
 * PostgreSQL is restarted under them. Every acknowledged write must reach the receiver, repeated under its own delivery
 * id alone, and the history must end with a success.
 */
const KILLS = IS_NIGHT ? 52 : 4;
const RESTARTS = IS_NIGHT ? 3 : 1;
const WRITERS = 4;
const ROOMS = 24;

const database = useScratchDatabase();
const kernels = useKernelProcesses();

let rooms: ReceivingRoom[];
let servers: KernelProcess[];
let receiver: Server;
let isOver = false;
/** Requests that wait for a response which never comes. */
const held = { isHolding: false, count: 0 };
let writes = 0;
const acknowledged = new Set<string>();
const unexpected: string[] = [];
const arrivals = new Map<string, string[]>();

async function startReceiver(): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { object: { id: string } } };
      const deliveryId = String(request.headers["svc-webhook-delivery"]);
      arrivals.set(data.object.id, [...(arrivals.get(data.object.id) ?? []), deliveryId]);
      if (held.isHolding) {
        held.count += 1;
        return;
      }
      // Some take their time, some fail: there is always something under way when a kill falls.
      setTimeout(() => response.writeHead(Math.random() < 0.1 ? 503 : 200).end(), Math.random() * 40);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

/** Repeats the write with one key until it is acknowledged. */
async function writeMessage(writer: number): Promise<void> {
  writes += 1;
  const key = `${writer}-${writes}`;
  const room = rooms[writes % rooms.length] as ReceivingRoom;
  for (;;) {
    const [server] = servers;
    const answer = await fetch(`${server?.baseUrl}/v1/rooms/${room.id}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${room.token}`, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({ body: key }),
      signal: AbortSignal.timeout(10_000),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => null,
    );
    if (answer?.status === 201) return void acknowledged.add((JSON.parse(answer.text) as { id: string }).id);
    if (answer?.status === 429) return;
    const mayRepeat = answer === null || answer.status >= 500 || answer.text.includes("in_progress");
    if (!mayRepeat) return void unexpected.push(`${answer.status} ${answer.text}`);
    await sleep(15);
  }
}

async function keepWriting(writer: number): Promise<void> {
  while (!isOver) {
    await writeMessage(writer);
    await sleep(10);
  }
}

async function killInTurn(): Promise<void> {
  let back = Promise.resolve();
  // A slow machine has few writes acknowledged between two kills.
  for (let n = 0; n < KILLS || acknowledged.size <= KILLS * 3; n += 1) {
    await sleep(30 + Math.random() * 250);
    await back;
    const [killed] = servers;
    await killed?.kill();
    servers.reverse();
    back = killed?.restart() ?? Promise.resolve();
  }
  await back;
}

/** A write that the limits refuse counts, too. */
async function untilMoreAreAnswered(): Promise<void> {
  const before = writes;
  await eventually(() => expect(writes).toBeGreaterThan(before + WRITERS));
}

async function restartDatabase(): Promise<void> {
  for (let n = 0; n < RESTARTS; n += 1) {
    await untilMoreAreAnswered();
    await database.restart();
  }
  await untilMoreAreAnswered();
}

beforeAll(async () => {
  receiver = await startReceiver();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  rooms = await Promise.all(Array.from({ length: ROOMS }, () => createReceivingRoom(database, url)));
  const start = () => kernels.start({ DATABASE_URL: database.url });
  servers = [await start(), await start()];
});
afterAll(() => {
  receiver.close();
  receiver.closeAllConnections();
});

/** The sweep of a later minute: claims of killed servers have lapsed by then, and retries are due. */
async function drainLater(): Promise<void> {
  process.env["DATABASE_URL"] = database.url;
  for (let minutes = 2; minutes < 8; minutes += 1) {
    process.env["SVC_CLOCK_OFFSET_SECONDS"] = String((minutes * WEBHOOK_CLAIM_MS) / 1000);
    resetShared();
    await drainDeliveries();
    await closeDatabase();
  }
  process.env["DATABASE_URL"] = TEST_ENV.DATABASE_URL;
  process.env["SVC_CLOCK_OFFSET_SECONDS"] = "0";
  resetShared();
}

describe(`${KILLS} kills and ${RESTARTS} restarts of PostgreSQL`, () => {
  test("fall while people write and webhooks are delivered", async () => {
    const writers = Array.from({ length: WRITERS }, (_, n) => keepWriting(n));
    try {
      await killInTurn();
      await restartDatabase();
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
    expect(unexpected).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(KILLS * 3);
    // The last kill hits a delivery on every machine: the receiver has it, and nobody has heard so.
    held.isHolding = true;
    await eventually(async () => {
      await writeMessage(WRITERS);
      expect(held.count).toBeGreaterThan(0);
    });
    await Promise.all(servers.map((server) => server.kill()));
    held.isHolding = false;
  });

  test("every acknowledged write has arrived, and repeats carry the same delivery id", async () => {
    const left = await database.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM deliveries WHERE next_attempt_at IS NOT NULL",
    );
    // Otherwise the kills hit no delivery, and this proves nothing.
    expect(left[0]?.n).toBeGreaterThan(0);
    await drainLater();
    expect([...acknowledged].filter((id) => !arrivals.has(id))).toEqual([]);
    const messages = await database.query<{ id: string }>("SELECT id FROM messages ORDER BY id");
    expect([...arrivals.keys()].sort()).toEqual(messages.map(({ id }) => id));
    expect([...arrivals].filter(([, ids]) => new Set(ids).size > 1)).toEqual([]);
    const repeated = [...arrivals.values()].filter((ids) => ids.length > 1);
    expect(repeated.length).toBeGreaterThan(0);
  });

  test("the history agrees with the receiver, and each attempt is charged", async () => {
    const states = await database.query<{ state: string; n: number }>(
      "SELECT state::text, count(*)::int AS n FROM deliveries GROUP BY 1 ORDER BY 1",
    );
    const succeeded = await database.query<{ n: number }>(
      "SELECT count(DISTINCT delivery_id)::int AS n FROM delivery_attempts WHERE success",
    );
    expect(states.filter(({ state }) => state !== "SUCCEEDED" && state !== "FAILED")).toEqual([]);
    expect(states.find(({ state }) => state === "SUCCEEDED")?.n).toBe(succeeded[0]?.n);
    // A crash between an arrival and its row loses the row, never the arrival.
    const [rows] = await database.query<{ n: number }>("SELECT count(*)::int AS n FROM delivery_attempts");
    const sent = [...arrivals.values()].reduce((sum, ids) => sum + ids.length, 0);
    expect(rows?.n).toBeLessThanOrEqual(sent);
    // A write that was killed after its COMMIT is paid by its reservation, which waits for the sweep.
    const [ledger] = await database.query<{ confirmed: number }>(
      `SELECT (sum(confirmed) + (SELECT coalesce(sum(units), 0) FROM unit_reservations WHERE is_confirmed))::int AS confirmed
       FROM unit_ledger`,
    );
    const [audit] = await database.query<{ n: number }>("SELECT sum(units_cost)::int AS n FROM audit_log");
    expect(ledger?.confirmed).toBe((audit?.n ?? 0) + (rows?.n ?? 0));
  });
});
