import pg from "pg";
import { expect, test } from "vitest";
import { MONTHLY_UNITS_PER_SEAT } from "../../../lib/platform/limits";
import { eventually } from "../scenes/eventually";
import { useOpened } from "../scenes/opened";
import { createReceivingRoom } from "../scenes/receiving-room";
import { useScratchDatabase } from "../scenes/scratch-database";
import { createWorld } from "../scenes/world";
import { startReceiver } from "./receiver";
import { type RoleProcess, useServerCommands } from "./server-command";

type Room = Awaited<ReturnType<typeof createReceivingRoom>>;

interface Pooler {
  readonly url: string;
}

const ROOMS = 10;
const WRITES_PER_TURN = 40;

/** Two web processes and two workers on a database of their own, behind a pooler in transaction mode. */
export function usePooledService<Started extends Pooler>(
  startPooler: (databaseUrl: string) => Promise<Started>,
  stopPooler: (pooler: Started) => Promise<void>,
) {
  const database = useScratchDatabase();
  const commands = useServerCommands();
  const receiver = useOpened(startReceiver, ({ close }) => close());
  const pooler = useOpened(() => startPooler(database.url), stopPooler);
  const listVariables = () => ({ DATABASE_URL: pooler().url, DATABASE_DIRECT_URL: database.url });
  const serveTwo = (role: string) => Promise.all([0, 1].map(() => commands.serve(role, listVariables())));
  const rooms = useOpened(async () => {
    // The settings of the service have to win over these.
    await database.query("ALTER DATABASE postgres SET timezone = 'Asia/Tokyo'");
    const add = () => createReceivingRoom(database, `${receiver().url}/200`);
    return Promise.all(Array.from({ length: ROOMS }, add));
  });
  const kill = (roles: RoleProcess[]) => Promise.all(roles.map((role) => role.kill("SIGKILL")));
  const webs = useOpened(() => serveTwo("web"), kill);
  const workers = useOpened(() => serveTwo("worker"), kill);
  /** Ids of the messages whose writes were acknowledged. */
  const written = new Set<string>();

  /** The n-th write goes to the n-th web process, in turn. `once`: its Idempotency-Key and its body. */
  const write = (n: number, room: Room | undefined, once?: string) =>
    fetch(`${webs()[n % 2]?.baseUrl}/v1/rooms/${room?.id}/messages`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${room?.token}`,
        "content-type": "application/json",
        ...(once === undefined ? {} : { "idempotency-key": once }),
      },
      body: JSON.stringify({ body: once ?? `message ${n}` }),
    });

  /** Many at once, all of which succeed. */
  async function writeTurn(): Promise<void> {
    const bodies = await Promise.all(
      Array.from({ length: WRITES_PER_TURN }, async (_, n) => {
        const response = await write(n, rooms()[n % ROOMS]);
        const text = await response.text();
        expect([response.status, text]).toEqual([201, expect.any(String)]);
        return JSON.parse(text) as { id: string };
      }),
    );
    for (const { id } of bodies) written.add(id);
  }

  /** Ids of the messages whose events the receiver got, with repetitions. */
  const readArrived = () =>
    receiver().received.map(
      ({ body }) => (JSON.parse(body.toString()) as { data: { object: { id: string } } }).data.object.id,
    );
  const world = createWorld(database);
  return { database, commands, world, pooler, webs, workers, rooms, written, write, writeTurn, readArrived };
}

/** Promises that hold behind any pooler in transaction mode. */
export function testPooledService(service: ReturnType<typeof usePooledService>): void {
  const { database, world, written } = service;

  test("times, limits of statements and plans are those of the service", async () => {
    const { id, createdAt } = (await (await service.write(0, service.rooms()[0])).json()) as {
      id: string;
      createdAt: string;
    };
    written.add(id);
    const [row] = await database.query<{ at: Date }>("SELECT created_at AS at FROM messages WHERE id = $1", [id]);
    expect(createdAt).toBe(row?.at.toISOString());
    const client = new pg.Client({ connectionString: service.pooler().url });
    await client.connect();
    const { rows } = await client.query(
      "SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock",
    );
    expect(rows).toEqual([{ zone: "UTC", statement: "30s", lock: "10s" }]);
    await client.end();
  });

  test("workers hear at once what a web process has written, and deliver each event once", async () => {
    await service.writeTurn();
    await eventually(() => expect(service.readArrived().sort()).toEqual([...written].sort()));
    const hearing = "SELECT FROM pg_stat_activity WHERE query = 'LISTEN \"svc_runner\"' AND state = 'idle'";
    await eventually(async () => expect(await database.query(hearing)).toHaveLength(2));
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
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => service.write(n, members[n % members.length])),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(Math.floor(left / 3));
    expect(statuses.filter((status) => status === 429)).toHaveLength(60 - Math.floor(left / 3));
  });

  test("of many requests at once with one idempotency key one writes", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const response = await service.write(n, service.rooms()[0], "once");
        return { status: response.status, body: (await response.json()) as { id?: string } };
      }),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const ids = new Set(answers.flatMap(({ body }) => body.id ?? []));
    expect(ids.size).toBe(1);
    for (const id of ids) written.add(id);
  });

  test("a worker that is killed loses no event", async () => {
    const writing = service.writeTurn();
    await service.workers()[0]?.kill();
    await writing;
    // Its claims lapse after a minute. One that is made after this statement waits as long.
    await database.query(
      "UPDATE partitions.deliveries_waiting SET claimed_until = NULL WHERE claimed_until IS NOT NULL",
    );
    await service.writeTurn();
    await eventually(() => {
      const arrived = new Set(service.readArrived());
      expect([...written].filter((id) => !arrived.has(id))).toEqual([]);
    });
  }, 180_000);
}
