import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { createWorld } from "../../../e2e/support/scenes/world";
import { type AdminAccess, openAdministration } from "../../access/open-administration";
import { countLoad, emptyLoad, type Load, takeLoad } from "../../platform/load";
import { recordLoad, saveLoad as saveSince } from "../monitoring/record-load";
import { eraseOldLoad } from "../monitoring/retention";
import { readLoad, readLoadInTime } from "./read-load";

const database = useTestDatabase();
const world = createWorld(database);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NOON = new Date("2026-11-20T12:00:00.000Z");

let admin: AdminAccess;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  await database.query("TRUNCATE service_load, webhooks, deliveries CASCADE");
  takeLoad();
  const person = await world.user();
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [person.id]);
  admin = await openAdministration(person.id);
});
afterEach(() => vi.useRealTimers());

const moveClock = (ms: number) => vi.setSystemTime(Date.now() + ms);
const saveLoad = (load: Load) => saveSince(load, new Date());
const countRows = async () => (await database.query("SELECT FROM service_load")).length;

function makeLoad(counts: Partial<Load>, durationsMs: readonly number[] = []): Load {
  for (const ms of durationsMs) countLoad(200, ms);
  return { ...emptyLoad(), durations: takeLoad().durations, ...counts };
}

test("an empty service has slots without figures", async () => {
  const [day, month] = [await readLoad(admin, "24h"), await readLoad(admin, "30d")];
  expect([day.length, month.length]).toEqual([96, 120]);
  expect([...day, ...month].filter(({ load }) => load !== null)).toEqual([]);
  expect(day.at(-1)?.at).toEqual(NOON);
});

test("counts of two processes add up, buckets too, and the longer wait stays", async () => {
  const first = makeLoad({ requests: 100, failed: 2, limited: 1 }, Array<number>(98).fill(8));
  const second = makeLoad({ requests: 50, failed: 1, limited: 4 }, [8, 900, 900]);
  await Promise.all([saveLoad(first), saveLoad(second)]);
  moveClock(5 * MINUTE_MS);
  await saveLoad(makeLoad({ requests: 10 }));
  for (const span of ["24h", "30d"] as const) {
    const slots = await readLoad(admin, span);
    const measured = slots.filter(({ load }) => load !== null);
    expect(measured).toHaveLength(1);
    expect(measured[0]?.load).toMatchObject({ requests: 160, failed: 3, limited: 5, oldestDueSeconds: 0 });
    // Two of 101 are above the percentile of either process and within that of both.
    expect(measured[0]?.load?.p99Ms).toBeGreaterThanOrEqual(900);
    expect(measured[0]?.seconds).toBe(5 * 60);
  }
});

test("many processes at once lose nothing", async () => {
  await Promise.all(Array.from({ length: 40 }, () => saveLoad(makeLoad({ requests: 3 }, [1, 2, 4]))));
  const last = (await readLoad(admin, "24h")).at(-1);
  expect(last?.load).toMatchObject({ requests: 120 });
  const [row] = await database.query<{ sum: number }>(
    "SELECT sum(n)::int AS sum FROM service_load, unnest(durations) n WHERE seconds = 900",
  );
  expect(row?.sum).toBe(120);
});

test("records the wait of the oldest due delivery, and the longest of a slot", async () => {
  const scene = await createWebhookScene(database);
  await scene.register("http://127.0.0.1:9/hook");
  await scene.emit("message.created");
  moveClock(4 * MINUTE_MS);
  await saveLoad(emptyLoad());
  await database.query("TRUNCATE deliveries CASCADE");
  moveClock(MINUTE_MS);
  await saveLoad(emptyLoad());
  const last = (await readLoad(admin, "24h")).at(-1);
  expect(last?.load?.oldestDueSeconds).toBeGreaterThanOrEqual(239);
  expect(last?.load).toMatchObject({ requests: 0, p99Ms: null });
});

test("a read that hangs or fails gives no figures, and soon", async () => {
  await database.query("ALTER TABLE service_load RENAME TO service_load_away");
  expect(await readLoadInTime(admin, "24h")).toBeNull();
  await database.query("ALTER TABLE service_load_away RENAME TO service_load");
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("BEGIN; LOCK TABLE service_load IN ACCESS EXCLUSIVE MODE");
  expect(await readLoadInTime(admin, "24h", 1)).toBeNull();
  const waiting = readLoadInTime(admin, "24h", 10 * MINUTE_MS);
  await other.query("COMMIT");
  await other.end();
  expect(await waiting).toHaveLength(96);
});

test("a minute belongs to the slot in which it began", async () => {
  moveClock(-MINUTE_MS / 2);
  const recording = recordLoad(DAY_MS);
  countLoad(200, 5);
  moveClock(MINUTE_MS);
  await recording.stop();
  const [before, last] = (await readLoad(admin, "24h")).slice(-2);
  expect([before?.load?.requests, last?.load]).toEqual([1, null]);
  expect(last?.seconds).toBe(60);
});

test("a process stores its counts when it stops, and keeps them when it could not", async () => {
  const recording = recordLoad(DAY_MS);
  countLoad(200, 5);
  await database.query("ALTER TABLE service_load RENAME TO service_load_away");
  await recording.stop();
  await database.query("ALTER TABLE service_load_away RENAME TO service_load");
  countLoad(500, 5);
  await recording.stop();
  expect((await readLoad(admin, "24h")).at(-1)?.load).toMatchObject({ requests: 2, failed: 1 });
});

test("erases what is older than 30 days, once, and reads none of it", async () => {
  await saveLoad(makeLoad({ requests: 7 }));
  moveClock(29 * DAY_MS);
  await saveLoad(makeLoad({ requests: 8 }));
  await eraseOldLoad();
  expect(await countRows()).toBe(4);
  moveClock(2 * DAY_MS);
  await Promise.all([eraseOldLoad(), eraseOldLoad()]);
  expect(await countRows()).toBe(2);
  const requests = (await readLoad(admin, "30d")).map(({ load }) => load?.requests ?? 0);
  expect(requests.reduce((sum, count) => sum + count)).toBe(8);
});

test("a chart reads its own rows alone among those of a month", async () => {
  await database.query(
    `INSERT INTO service_load (at, seconds, requests, failed, limited, durations)
     SELECT at, length, 1, 0, 0, array_fill(1, ARRAY[64]) FROM unnest(ARRAY[900, 21600]) AS length,
       generate_series($1::timestamptz - interval '40 days', $1, make_interval(secs => length)) AS at`,
    [NOON],
  );
  const [day, month] = [await readLoad(admin, "24h"), await readLoad(admin, "30d")];
  expect([day, month].map((slots) => slots.filter(({ load }) => load !== null).length)).toEqual([96, 120]);
});
