import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { CREATE_READINGS, READINGS } from "../../e2e/support/scenes/readings";
import { createHolds } from "../../e2e/support/scenes/tenants";
import { createWorld } from "../../e2e/support/scenes/world";
import { dropPartitions, ensurePartitions } from "./partitions";

const database = useTestDatabase();
const world = createWorld(database);
const { place, lift, liftAll } = createHolds(database);

const DAY_MS = 24 * 60 * 60 * 1000;
const NOON = new Date("2026-06-09T12:00:00Z");
const daysLater = (days: number) => new Date(NOON.getTime() + days * DAY_MS);

let one: string;
let two: string;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  await liftAll();
  one = await world.billingEntity();
  two = await world.billingEntity();
  await database.query(CREATE_READINGS);
  await ensurePartitions(READINGS);
});
afterEach(async () => {
  vi.useRealTimers();
  await database.query("DROP TABLE readings");
});

const insert = (at: Date, id: number, owner: string | null) =>
  database.query("INSERT INTO readings VALUES ($1, $2, $3)", [at, id, owner]);
const drop = (days = 5) => dropPartitions(READINGS, daysLater(days));
/** A new oid shows that the rows were copied. */
const readRows = () =>
  database.query<{ id: number; table: string; oid: number }>(
    "SELECT id, substr(tableoid::regclass::text, 12) AS table, tableoid::int AS oid FROM readings ORDER BY at, id",
  );
const readIds = async () => (await readRows()).map(({ id }) => id);

test("a day that is too old keeps the rows of its held tenant alone, in their place, until the hold is lifted", async () => {
  await insert(new Date("2026-06-09T00:00:00Z"), 1, one);
  await insert(new Date("2026-06-09T23:59:59.999Z"), 2, one);
  await insert(NOON, 3, two);
  await insert(NOON, 4, null);
  await place(one);
  await Promise.all([drop(), drop()]);
  const [first, second, ...others] = await readRows();
  expect([first, second]).toMatchObject([
    { id: 1, table: "readings_2026_06_09" },
    { id: 2, table: "readings_2026_06_09" },
  ]);
  expect(others).toEqual([]);
  const copies = await database.query("SELECT FROM pg_class WHERE relname = 'readings_2026_06_09_held'");
  expect(copies).toEqual([]);

  await drop();
  expect((await readRows()).map(({ oid }) => oid)).toEqual([first?.oid, first?.oid]);
  await lift(one);
  await drop();
  expect(await readIds()).toEqual([]);
  expect(await database.query("SELECT FROM pg_class WHERE relname = 'readings_2026_06_09'")).toEqual([]);
});

test("two holds keep both tenants; lifting one erases its rows and no others", async () => {
  await insert(NOON, 1, one);
  await insert(NOON, 2, two);
  await insert(NOON, 3, null);
  await place(one);
  await place(two);
  await drop();
  expect(await readIds()).toEqual([1, 2]);
  await lift(one);
  await drop();
  expect(await readIds()).toEqual([2]);
});

test("erases a late row of a tenant that is not held", async () => {
  await insert(NOON, 1, one);
  await place(one);
  await drop();
  await insert(NOON, 2, two);
  await insert(NOON, 3, null);
  await drop();
  expect(await readIds()).toEqual([1]);
});

test("a held tenant without rows in it does not keep a day", async () => {
  await insert(NOON, 1, two);
  await place(one);
  await drop();
  expect(await database.query("SELECT FROM pg_class WHERE relname LIKE 'readings_2026_06_09%'")).toEqual([]);
});

test("keeps held rows of the default partition", async () => {
  await insert(daysLater(-9), 1, one);
  await insert(daysLater(-9), 2, two);
  await place(one);
  await drop();
  expect(await readRows()).toMatchObject([{ id: 1, table: "readings_default" }]);
});

test("a day that a process of an earlier version detached is attached again with its held rows", async () => {
  await insert(NOON, 1, one);
  await insert(NOON, 2, two);
  await place(one);
  await database.query("ALTER TABLE readings DETACH PARTITION partitions.readings_2026_06_09");
  await drop();
  expect(await readIds()).toEqual([1]);
});

test("the copy brings its indexes along, so that attaching builds none", async () => {
  await insert(NOON, 1, one);
  await place(one);
  await drop();
  const indexes = await database.query<{ attached: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = indexrelid) AS attached FROM pg_index
     WHERE indrelid = 'partitions.readings_2026_06_09'::regclass`,
  );
  expect(indexes).toEqual([{ attached: true }, { attached: true }]);
});
