import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MONTHLY_UNITS_PER_SEAT } from "../../lib/platform/limits";
import { eventually } from "../support/eventually";
import { type Receiver, startReceiver } from "../support/receiver";
import { createReceivingRoom } from "../support/receiving-room";
import { useScratchDatabase } from "../support/scratch-database";
import { type RoleProcess, useServerCommands } from "../support/server-command";
import { startTransactionPooler, type TransactionPooler } from "../support/transaction-pooler";
import { createWorld } from "../support/world";

/**
 * Two web processes and two workers behind a pooler that gives each transaction another connection, wiped of everything that
 * the one before left: nothing of the service may depend on the session.
 */
const ROOMS = 10;
const WRITES_PER_TURN = 40;

const database = useScratchDatabase();
const commands = useServerCommands();
const world = createWorld(database);

let pooler: TransactionPooler;
let receiver: Receiver;
let webs: RoleProcess[];
let workers: RoleProcess[];
let rooms: { id: string; token: string }[];
const written = new Set<string>();

const env = () => ({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url });

beforeAll(async () => {
  [pooler, receiver] = await Promise.all([startTransactionPooler(database.url), startReceiver()]);
  // The settings of the service have to win over these.
  await database.query("ALTER DATABASE postgres SET timezone = 'Asia/Tokyo'");
  rooms = await Promise.all(Array.from({ length: ROOMS }, () => createReceivingRoom(database, `${receiver.url}/200`)));
  webs = await Promise.all([commands.serve("web", env()), commands.serve("web", env())]);
  workers = await Promise.all([commands.serve("worker", env()), commands.serve("worker", env())]);
});
afterAll(async () => {
  await receiver?.close();
  await Promise.all([...(webs ?? []), ...(workers ?? [])].map((role) => role.kill("SIGKILL")));
  await pooler?.close();
});

async function write(n: number, room: { id: string; token: string } | undefined): Promise<Response> {
  return fetch(`${webs[n % 2]?.baseUrl}/v1/rooms/${room?.id}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${room?.token}`, "content-type": "application/json" },
    body: JSON.stringify({ body: `message ${n}` }),
  });
}

async function writeTurn(): Promise<void> {
  const bodies = await Promise.all(
    Array.from({ length: WRITES_PER_TURN }, async (_, n) => {
      const response = await write(n, rooms[n % ROOMS]);
      const text = await response.text();
      expect([response.status, text]).toEqual([201, expect.any(String)]);
      return JSON.parse(text) as { id: string };
    }),
  );
  for (const { id } of bodies) written.add(id);
}

function readArrived(): string[] {
  return receiver.received.map(
    ({ body }) => (JSON.parse(body.toString()) as { data: { object: { id: string } } }).data.object.id,
  );
}

test("the pooler wipes each connection, and follows statements prepared in the protocol", async () => {
  const client = new pg.Client({ connectionString: pooler.url });
  await client.connect();
  const ask = async (text: string) => (await client.query({ name: "kept", text })).rows;
  await client.query("SET application_name = 'mine'; SELECT pg_advisory_lock(4711)");
  const seen = "SELECT current_setting('application_name') AS name, pg_backend_pid() AS pid";
  const [first, second] = [await ask(seen), await ask(seen)];
  expect([first[0]?.name, second[0]?.name]).not.toContain("mine");
  expect(first[0]?.pid).not.toBe(second[0]?.pid);
  expect(
    (await client.query("SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711")).rows,
  ).toEqual([{ n: 0 }]);
  await client.end();
  const withOptions = new pg.Client({ connectionString: pooler.url, options: "-c jit=off" });
  await expect(withOptions.connect()).rejects.toThrow("unsupported startup parameter: options");
});

test("times, limits of statements and plans are those of the service", async () => {
  const [room] = rooms;
  const { id, createdAt } = (await (await write(0, room)).json()) as { id: string; createdAt: string };
  written.add(id);
  const [row] = await database.query<{ at: Date }>("SELECT created_at AS at FROM messages WHERE id = $1", [id]);
  expect(createdAt).toBe(row?.at.toISOString());
  const client = new pg.Client({ connectionString: pooler.url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock",
  );
  expect(rows).toEqual([{ zone: "UTC", statement: "30s", lock: "10s" }]);
  await client.end();
});

test("workers hear at once what a web process has written, and deliver each event once", async () => {
  await writeTurn();
  await eventually(() => expect(readArrived().sort()).toEqual([...written].sort()), 240_000);
  const hearing = "SELECT FROM pg_stat_activity WHERE query = 'LISTEN \"svc_runner\"' AND state = 'idle'";
  await eventually(async () => expect(await database.query(hearing)).toHaveLength(2), 240_000);
  expect(pooler.moves).toBeGreaterThan(pooler.transactions / 2);
});

test("of writes at once near the limit of units exactly so many pass", async () => {
  const left = 20;
  const { id: organizationId, billingEntityId } = await world.organization({ seats: 10 });
  const room = await world.room({ organizationId, billingEntityId });
  const members = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { id: userId } = await world.user();
      await world.join(organizationId, userId);
      await world.enter(room.id, userId);
      return { id: room.id, token: (await world.accessToken({ userId, billingEntityId })).token };
    }),
  );
  await world.useUpUnits(billingEntityId, 10 * MONTHLY_UNITS_PER_SEAT - left);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => write(n, members[n % members.length])));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(Math.floor(left / 3));
  expect(statuses.filter((status) => status === 429)).toHaveLength(60 - Math.floor(left / 3));
});

test("of many requests at once with one idempotency key one writes", async () => {
  const [room] = rooms;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      fetch(`${webs[n % 2]?.baseUrl}/v1/rooms/${room?.id}/messages`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${room?.token}`,
          "content-type": "application/json",
          "idempotency-key": "once",
        },
        body: JSON.stringify({ body: "once" }),
      }),
    ),
  );
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ id?: string }>));
  const ids = new Set(bodies.flatMap(({ id }) => id ?? []));
  expect(ids.size).toBe(1);
  for (const id of ids) written.add(id);
});

test("a worker that is killed loses no event", async () => {
  const writing = writeTurn();
  await workers[0]?.kill();
  await writing;
  await eventually(() => {
    const arrived = new Set(readArrived());
    expect([...written].filter((id) => !arrived.has(id))).toEqual([]);
  }, 240_000);
});

test("a pooler whose connections are older than the settings ends the start with the reason", async () => {
  await database.query("CREATE ROLE late LOGIN SUPERUSER PASSWORD 'late'");
  const url = new URL(database.url);
  Object.assign(url, { username: "late", password: "late", search: "" });
  const stale = await startTransactionPooler(url.href);
  const client = new pg.Client({ connectionString: stale.url });
  await client.connect();
  await client.query("SELECT 1");
  await client.end();
  const refused = await commands.run(["serve", "--role", "worker"], {
    DATABASE_URL: stale.url,
    DATABASE_DIRECT_URL: url.href,
    PORT: "0",
  });
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("lack the settings TimeZone")]);
  await stale.close();
});
