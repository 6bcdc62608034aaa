import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { CREATE_READINGS, READINGS as ONE_DAY } from "../../e2e/support/scenes/readings";
import { dropPartitions, ensurePartitions } from "./partitions";

const database = useTestDatabase();

const READINGS = { ...ONE_DAY, ahead: 2 };
const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = new Date("2026-06-09T12:00:00Z");
const daysLater = (days: number) => new Date(NOON.getTime() + days * DAY_MS);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  await database.query(CREATE_READINGS);
});
afterEach(async () => {
  vi.useRealTimers();
  await database.query("DROP TABLE readings");
});

const insert = (at: Date, id = 0, owner: string | null = null) =>
  database.query("INSERT INTO readings VALUES ($1, $2, $3)", [at, id, owner]);
const runTwice = (work: () => Promise<unknown>) => Promise.all([work(), work()]);

async function listAttached(): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
     WHERE inhparent = 'readings'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name.slice("readings_".length));
}

async function listRows(): Promise<string[]> {
  const rows = await database.query<{ row: string }>(
    "SELECT substr(tableoid::regclass::text, 21) || ' ' || id AS row FROM readings ORDER BY at, id",
  );
  return rows.map(({ row }) => row);
}

test("days are created ahead, also by two processes at once, and take the rows that were without one", async () => {
  await insert(daysLater(1), 1);
  await insert(daysLater(30), 2);
  await runTwice(() => ensurePartitions(READINGS));
  expect(await listAttached()).toEqual(["2026_06_09", "2026_06_10", "2026_06_11", "default"]);
  await insert(new Date("2026-06-09T23:59:59.999Z"), 3);
  await insert(new Date("2026-06-10T00:00:00Z"), 4);
  expect(await listRows()).toEqual(["2026_06_09 3", "2026_06_10 4", "2026_06_10 1", "default 2"]);
});

test("a day is dropped once its last row is too old; rows without a day are erased one by one", async () => {
  for (const day of [0, 3]) {
    vi.setSystemTime(daysLater(day));
    await ensurePartitions(READINGS);
  }
  await insert(daysLater(-1), 1);
  await insert(daysLater(0), 2);
  await insert(daysLater(1), 3);
  await insert(daysLater(40), 4);
  await runTwice(() => dropPartitions(READINGS, daysLater(1)));
  expect(await listRows()).toEqual(["2026_06_10 3", "default 4"]);
  expect(await listAttached()).toEqual([
    "2026_06_10",
    "2026_06_11",
    "2026_06_12",
    "2026_06_13",
    "2026_06_14",
    "default",
  ]);
});

test("a table that a process detached before it ended is dropped", async () => {
  await ensurePartitions(READINGS);
  await database.query("ALTER TABLE readings DETACH PARTITION partitions.readings_2026_06_09");
  await dropPartitions(READINGS, daysLater(1));
  const left = await database.query("SELECT FROM pg_class WHERE relname = 'readings_2026_06_09'");
  expect(left).toEqual([]);
});

test("rows from before the partitioning have one partition: erased by age, then dropped, and no day overlaps it", async () => {
  await database.query(
    `CREATE TABLE partitions.readings_until_2026_06_10 PARTITION OF readings
     FOR VALUES FROM (MINVALUE) TO ('2026-06-10T00:00:00Z')`,
  );
  await insert(daysLater(-50), 1);
  await insert(daysLater(0), 2);
  await ensurePartitions(READINGS);
  expect(await listAttached()).toEqual(["2026_06_10", "2026_06_11", "default", "until_2026_06_10"]);
  await dropPartitions(READINGS, daysLater(-10));
  expect(await listRows()).toEqual(["until_2026_06_10 2"]);
  await dropPartitions(READINGS, new Date("2026-06-10T00:00:00Z"));
  expect(await listAttached()).toEqual(["2026_06_10", "2026_06_11", "default"]);
});

test("a long transaction delays a drop, and others wait behind it for a moment at most", async () => {
  await ensurePartitions(READINGS);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM readings");
  const dropped = dropPartitions(READINGS, daysLater(1));
  await insert(daysLater(1), 1);
  expect(await listAttached()).toContain("2026_06_09");
  await client.query("COMMIT");
  await client.end();
  await dropped;
  expect(await listAttached()).not.toContain("2026_06_09");
});

test("a key other than an instant has bounds of its own", async () => {
  const table = {
    ...READINGS,
    parent: "numbers",
    name: "numbers",
    key: "id",
    boundAt: (at: Date) => `n${at.getTime()}`,
  };
  await database.query("CREATE TABLE numbers (id text PRIMARY KEY, owner text) PARTITION BY RANGE (id)");
  await database.query("CREATE TABLE partitions.numbers_default PARTITION OF numbers DEFAULT");
  await ensurePartitions(table);
  for (const day of [0, 1, 9])
    await database.query("INSERT INTO numbers VALUES ($1)", [`n${daysLater(day).getTime()}x`]);
  await dropPartitions(table, daysLater(1));
  const left = await database.query<{ name: string }>(
    "SELECT tableoid::regclass::text AS name FROM numbers ORDER BY id",
  );
  expect(left.map(({ name }) => name)).toEqual(["partitions.numbers_2026_06_10", "partitions.numbers_default"]);
});
