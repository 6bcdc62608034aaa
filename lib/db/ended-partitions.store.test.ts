import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { IS_NIGHT } from "../../e2e/support/scenes/night";
import { CREATE_READINGS, READINGS } from "../../e2e/support/scenes/readings";
import { createHolds } from "../../e2e/support/scenes/tenants";
import { createWorld } from "../../e2e/support/scenes/world";
import { hear, kill, startKillable } from "../../e2e/support/servers/child-process";
import { dropPartitions } from "./partitions";

const database = useTestDatabase();
const world = createWorld(database);
const holds = createHolds(database);
const KILLS = Number(process.env["PARTITION_KILLS"] ?? (IS_NIGHT ? 6 : 1));
const DAYS = ["2026-06-09", "2026-06-10", "2026-06-11"];
const AFTER = new Date("2026-06-12T00:00:00Z");
const ROWS_A_DAY = 20_000;

let [held, other] = ["", ""];
beforeEach(async () => {
  await database.query(CREATE_READINGS);
  for (const [n, day] of DAYS.entries())
    await database.query(
      `CREATE TABLE partitions.readings_${day.replaceAll("-", "_")} PARTITION OF readings
       FOR VALUES FROM ('${day}T00:00:00Z') TO ('${DAYS[n + 1] ?? "2026-06-12"}T00:00:00Z')`,
    );
  await holds.liftAll();
  [held, other] = [await world.billingEntity(), await world.billingEntity()];
  await holds.place(held);
});
afterEach(() => database.query("DROP TABLE readings"));

const insert = (day: string, id: number, owner: string) =>
  database.query("INSERT INTO readings VALUES ($1, $2, $3)", [`${day}T12:00:00Z`, id, owner]);
const fill = () =>
  database.query(
    `INSERT INTO readings SELECT day::timestamptz, n, CASE WHEN n % 2 = 0 THEN $2 ELSE $3 END
     FROM unnest($1::text[]) day, generate_series(1, $4::int) n`,
    [DAYS, held, other, ROWS_A_DAY],
  );
const readIds = async () =>
  (await database.query<{ id: number }>("SELECT id FROM readings ORDER BY id")).map(({ id }) => id);
async function countHeld() {
  const [found] = await database.query<{ rows: number; different: number }>(
    `SELECT count(*)::int AS rows, count(DISTINCT (at, id))::int AS different FROM readings WHERE owner = $1`,
    [held],
  );
  return found;
}
const listPartitions = async () =>
  (
    await database.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE starts_with(relname, 'readings_2026') AND relkind = 'r' ORDER BY 1",
    )
  ).map(({ name }) => name);
const NAMES = DAYS.map((day) => `readings_${day.replaceAll("-", "_")}`);

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const waitFor = (mode: string) =>
  eventually(async () => {
    const waiting = await database.query("SELECT FROM pg_locks WHERE NOT granted AND mode = $1", [mode]);
    expect(waiting).not.toEqual([]);
  });

test("a process that is killed at any moment loses no held row, doubles none and leaves no copy behind", async () => {
  await fill();
  const rows = (DAYS.length * ROWS_A_DAY) / 2;
  for (let kills = 0; kills < KILLS; kills += 1) {
    const child = await startKillable("endPartitions", database.url);
    await sleep(Math.random() * 300);
    await kill(child);
    expect(await countHeld()).toEqual({ rows, different: rows });
    // A backend may still be at the statement of the killed process; what is committed is whole at each moment.
    expect(await listPartitions()).toEqual(NAMES);
  }
  const last = await startKillable("endPartitions", database.url);
  await hear(last, "done");
  await kill(last);
  expect(await countHeld()).toEqual({ rows, different: rows });
  expect(await database.query("SELECT FROM readings WHERE owner = $1", [other])).toEqual([]);
  expect(await listPartitions()).toEqual(NAMES);
});

test("a process that is killed between its copy and the change of places leaves the partition as it was", async () => {
  await fill();
  await withClient(async (reader) => {
    await reader.query("BEGIN; SELECT FROM readings LIMIT 1");
    const child = await startKillable("endPartitions", database.url);
    await waitFor("AccessExclusiveLock");
    await kill(child);
    await reader.query("COMMIT");
  });
  expect((await countHeld())?.rows).toBe((DAYS.length * ROWS_A_DAY) / 2);
  await dropPartitions(READINGS, AFTER);
  expect((await countHeld())?.rows).toBe((DAYS.length * ROWS_A_DAY) / 2);
  expect(await database.query("SELECT FROM readings WHERE owner = $1", [other])).toEqual([]);
});

test("a hold that is placed while rows are copied keeps its rows as well", async () => {
  await insert("2026-06-09", 1, held);
  await insert("2026-06-09", 2, other);
  await withClient(async (writer) => {
    await writer.query("BEGIN; LOCK TABLE partitions.readings_2026_06_09 IN ROW EXCLUSIVE MODE");
    const dropped = dropPartitions(READINGS, AFTER);
    await waitFor("ShareLock");
    await holds.place(other);
    await writer.query("COMMIT");
    // The drop may have used up its tries on a slow machine.
    await Promise.allSettled([dropped]);
  });
  await dropPartitions(READINGS, AFTER);
  expect(await readIds()).toEqual([1, 2]);
});

test("a row that arrives late stays while its own tenant is held, whichever hold the day was kept for", async () => {
  await insert("2026-06-09", 1, held);
  await dropPartitions(READINGS, AFTER);
  await holds.place(other);
  await insert("2026-06-09", 2, other);
  await dropPartitions(READINGS, AFTER);
  expect(await readIds()).toEqual([1, 2]);
  await holds.lift(held);
  await dropPartitions(READINGS, AFTER);
  expect(await readIds()).toEqual([2]);
  await holds.lift(other);
  await dropPartitions(READINGS, AFTER);
  expect([await readIds(), await listPartitions()]).toEqual([[], []]);
});

test("a day that cannot be changed waits, and the others do not wait for it", async () => {
  await fill();
  await database.query(
    "CREATE TABLE partitions.readings_2026_06_09_held (in_the_way int); INSERT INTO readings VALUES ('2026-06-20', 1, NULL)",
  );
  await expect(dropPartitions(READINGS, AFTER)).rejects.toThrow("already exists");
  const owners = await database.query(
    "SELECT DISTINCT at::date::text AS day, owner = $1 AS held FROM readings ORDER BY 1, 2",
    [held],
  );
  expect(owners).toEqual([
    { day: "2026-06-09", held: false },
    { day: "2026-06-09", held: true },
    { day: "2026-06-10", held: true },
    { day: "2026-06-11", held: true },
    { day: "2026-06-20", held: null },
  ]);
  await database.query("DROP TABLE partitions.readings_2026_06_09_held");
});

test("rows that came into the default partition meanwhile come back to their day", async () => {
  await insert("2026-06-09", 1, held);
  await database.query("ALTER TABLE readings DETACH PARTITION partitions.readings_2026_06_09");
  await insert("2026-06-09", 2, held);
  await dropPartitions(READINGS, new Date("2026-06-10T00:00:00Z"));
  const rows = await database.query("SELECT id, tableoid::regclass::text AS name FROM readings ORDER BY id");
  expect(rows).toEqual([
    { id: 1, name: "partitions.readings_2026_06_09" },
    { id: 2, name: "partitions.readings_2026_06_09" },
  ]);
});
