import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { stopRunnersAfterEach } from "../../e2e/support/servers/runner";
import { createTestApp } from "../../e2e/support/servers/runner-app";

const database = useTestDatabase();
stopRunnersAfterEach();

const countStates = async (functionId: string) =>
  Object.fromEntries(
    (
      await database.query<{ state: string; runs: number }>(
        "SELECT state, count(*)::int AS runs FROM runner_runs WHERE function_id = $1 GROUP BY state",
        [functionId],
      )
    ).map(({ state, runs }) => [state, runs]),
  );

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

/** The first visitor waits until it has company. */
function createRoom({ isForMany = false } = {}) {
  const room = { inside: 0, most: 0, visits: 0 };
  return {
    room,
    async visit() {
      room.inside += 1;
      room.visits += 1;
      room.most = Math.max(room.most, room.inside);
      for (const _ of range(3)) await new Promise(setImmediate);
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (isForMany) await eventually(() => expect(room.most).toBeGreaterThan(1));
      room.inside -= 1;
    },
  };
}

test("two runners share the work; each step runs once", async () => {
  const ran = new Map<string, number>();
  const note = (key: string) => void ran.set(key, (ran.get(key) ?? 0) + 1);
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ event, step }) => {
      const n = String(event.data["n"]);
      for (const name of ["a", "b", "c"]) await step.run(name, () => note(`${n}${name}`));
    }),
  ]);
  await Promise.all([app.start({ lanes: 4 }), app.start({ lanes: 4 })]);
  await app.client.send(range(60).map((n) => ({ name: "go", data: { n } })));
  await eventually(async () => expect(await countStates(`${app.id}-f`)).toEqual({ COMPLETED: 60 }));
  expect(ran.size).toBe(180);
  expect([...ran.values()].every((times) => times === 1)).toBe(true);
  const owners = await database.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM runner_runs WHERE function_id = $1 AND leased_by IS NOT NULL",
    [`${app.id}-f`],
  );
  expect(owners).toEqual([{ n: 0 }]);
});

test("another process continues a run whose lease lapsed; the first process changes nothing any more", async () => {
  const gate = { isOpen: false };
  const notes: string[] = [];
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) => {
      const done = await step.run("done", () => {
        notes.push("done");
        return notes.length;
      });
      const slow = await step.run("slow", async () => {
        notes.push("slow");
        const turn = notes.filter((note) => note === "slow").length;
        if (turn === 1) await eventually(() => expect(gate.isOpen).toBe(true));
        return turn;
      });
      return [done, slow];
    }),
  ]);
  // The heartbeat is a quarter of the lease and must not renew what lapses here.
  await app.start({ leaseMs: 3_600_000 });
  await app.client.send({ name: "go", data: {} });
  await eventually(() => expect(notes).toEqual(["done", "slow"]));
  await database.query(
    "UPDATE runner_runs SET leased_until = now() - interval '1 hour', wake_at = now() - interval '1 hour' WHERE function_id = $1",
    [`${app.id}-f`],
  );
  await app.start();
  await eventually(async () => expect(await countStates(`${app.id}-f`)).toEqual({ COMPLETED: 1 }));
  gate.isOpen = true;
  expect(notes).toEqual(["done", "slow", "slow"]);
  const readOutput = () =>
    database.query("SELECT output, lapses FROM runner_runs WHERE function_id = $1", [`${app.id}-f`]);
  expect(await readOutput()).toEqual([{ output: [1, 2], lapses: 1 }]);
});

test("a run that ends its process again and again is ended", async () => {
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async () => "ran"),
  ]);
  const runner = await app.start();
  await runner.stop();
  await database.query(
    `INSERT INTO runner_runs (id, function_id, idempotency_key, concurrency_key, wake_at, created_at, leased_by, leased_until, lapses)
     VALUES ('poison', $1, 'poison', '', now(), now(), 'gone', now(), 10)`,
    [`${app.id}-f`],
  );
  await app.start();
  await eventually(async () => expect(await countStates(`${app.id}-f`)).toEqual({ FAILED: 1 }));
});

test("a stop ends the step under way and hands the run back; another process continues after it", async () => {
  const gate = { isOpen: false };
  const notes: string[] = [];
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) => {
      await step.run("one", async () => {
        notes.push("one");
        await eventually(() => expect(gate.isOpen).toBe(true));
      });
      await step.run("two", () => void notes.push("two"));
    }),
  ]);
  const first = await app.start();
  await app.client.send({ name: "go", data: {} });
  await eventually(() => expect(notes).toEqual(["one"]));
  const stopped = first.stop(240_000);
  gate.isOpen = true;
  await stopped;
  expect(notes).toEqual(["one"]);
  expect(
    await database.query("SELECT state, leased_by, lapses FROM runner_runs WHERE function_id = $1", [`${app.id}-f`]),
  ).toEqual([{ state: "READY", leased_by: null, lapses: 0 }]);
  await app.start();
  await eventually(async () => expect(await countStates(`${app.id}-f`)).toEqual({ COMPLETED: 1 }));
  expect(notes).toEqual(["one", "two"]);
});

test("concurrency limits hold across runners, for each key, and for a function without a key", async () => {
  const all = createRoom({ isForMany: true });
  const rooms = [createRoom(), createRoom(), createRoom()];
  const app = createTestApp((client) => [
    client.createFunction(
      {
        id: "f",
        triggers: [{ event: "go" }],
        concurrency: [{ limit: 2, key: "event.data.key" }],
      },
      async ({ event }) => rooms[event.data["key"] as number]?.visit(),
    ),
    client.createFunction({ id: "g", triggers: [{ event: "go" }], concurrency: 5 }, () => all.visit()),
  ]);
  await Promise.all(range(3).map(() => app.start({ limitedLanes: 8 })));
  await app.client.send(range(60).map((n) => ({ name: "go", data: { key: n % 3 } })));
  await eventually(async () => expect(await countStates(`${app.id}-f`)).toEqual({ COMPLETED: 60 }));
  await eventually(async () => expect(await countStates(`${app.id}-g`)).toEqual({ COMPLETED: 60 }));
  expect(all.room.visits).toBe(60);
  expect(all.room.most).toBeLessThanOrEqual(5);
  for (const { room } of rooms) {
    expect(room.visits).toBe(20);
    expect(room.most).toBeLessThanOrEqual(2);
  }
});

test("claims other keys beside a full one", async () => {
  const gate = { isOpen: false };
  const started: unknown[] = [];
  const app = createTestApp((client) => [
    client.createFunction(
      { id: "f", triggers: [{ event: "go" }], concurrency: [{ limit: 1, key: "event.data.key" }] },
      async ({ event }) => {
        started.push(event.data["key"]);
        if (event.data["key"] === "stuck") await eventually(() => expect(gate.isOpen).toBe(true));
      },
    ),
  ]);
  await app.start({ limitedLanes: 3 });
  await app.client.send(range(40).map(() => ({ name: "go", data: { key: "stuck" } })));
  await app.client.send({ name: "go", data: { key: "free" } });
  // Each has a connection of its own, so either may be the first to begin.
  await eventually(() => expect([started.length, new Set(started)]).toEqual([2, new Set(["stuck", "free"])]));
  gate.isOpen = true;
  await eventually(async () => expect(await countStates(`${app.id}-f`)).toEqual({ COMPLETED: 41 }));
});

test("delays no function without limits by long runs of limited ones", async () => {
  const gate = { isOpen: false };
  const started: string[] = [];
  const app = createTestApp((client) => [
    client.createFunction(
      { id: "slow", triggers: [{ event: "slow" }], concurrency: [{ limit: 2, key: "event.data.key" }] },
      async () => {
        started.push("slow");
        await eventually(() => expect(gate.isOpen).toBe(true));
      },
    ),
    client.createFunction({ id: "quick", triggers: [{ event: "quick" }] }, () =>
      Promise.resolve(started.push("quick")),
    ),
  ]);
  await app.start({ lanes: 1, limitedLanes: 3 });
  await app.client.send(range(10).map((key) => ({ name: "slow", data: { key } })));
  await eventually(() => expect(started).toEqual(["slow", "slow", "slow"]));
  await app.client.send({ name: "quick", data: {} });
  await eventually(async () => expect(await countStates(`${app.id}-quick`)).toEqual({ COMPLETED: 1 }));
  expect(started).toEqual(["slow", "slow", "slow", "quick"]);
  gate.isOpen = true;
  await eventually(async () => expect(await countStates(`${app.id}-slow`)).toEqual({ COMPLETED: 10 }));
});

test("each tick of a cron counts once over all runners, and a missed one is made up for", async () => {
  const start = Date.UTC(2026, 10, 21, 3, 17, 30);
  const clock = { aheadMs: start - Date.now(), nowMs: () => Date.now() + clock.aheadMs };
  const ticks: string[] = [];
  const app = createTestApp((client) => [
    client.createFunction(
      { id: "f", triggers: [{ cron: "17 3 * * *" }, { cron: "*/10 * * * *" }] },
      async ({ event }) => {
        ticks.push(String((event.data as { cron: string }).cron));
      },
    ),
  ]);
  // The clock moves after the runs are saved, or a lease that it passes would let another runner run them again.
  const expectTicks = async (count: number) => {
    await eventually(async () => expect(await countStates(`${app.id}-f`)).toEqual({ COMPLETED: count }));
    expect(ticks).toHaveLength(count);
  };
  const runners = await Promise.all(range(3).map(() => app.start(clock)));
  await expectTicks(2);
  expect(new Set(ticks)).toEqual(new Set(["*/10 * * * *", "17 3 * * *"]));
  clock.aheadMs += 10 * 60_000;
  await expectTicks(3);
  await Promise.all(runners.map((runner) => runner.stop()));
  // No process runs for a day and a half: the daily tick and the last of the others are made up for, once each.
  clock.aheadMs += 36 * 3_600_000;
  await Promise.all(range(3).map(() => app.start(clock)));
  await expectTicks(5);
  clock.aheadMs += 10 * 60_000;
  await expectTicks(6);
});

test("functions that the clock starts at one moment begin one after another, and no stop waits for them", async () => {
  const started: string[] = [];
  const app = createTestApp((client) =>
    ["a", "b", "c"].map((id) =>
      client.createFunction({ id, triggers: [{ cron: "* * * * *" }] }, () => void started.push(id)),
    ),
  );
  const runner = await app.start({ tickGapMs: 3_600_000 });
  await eventually(() => expect(started).toHaveLength(1));
  await runner.stop();
  expect(started).toHaveLength(1);
  await app.start({ tickGapMs: 0 });
  await eventually(() => expect(new Set(started)).toEqual(new Set(["a", "b", "c"])));
});

test("runs accepted by a full runner are taken by another", async () => {
  const gate = { isOpen: false };
  const started: unknown[] = [];
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ event }) => {
      started.push(event.data["n"]);
      await eventually(() => expect(gate.isOpen).toBe(true));
    }),
  ]);
  // Neither polls within this test, so the second can only have been notified.
  await app.start({ lanes: 2, pollMs: 600_000 });
  await eventually(async () =>
    expect(
      await database.query(
        "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
      ),
    ).not.toEqual([]),
  );
  await app.start({ lanes: 1, pollMs: 600_000 });
  await app.client.send(range(3).map((n) => ({ name: "go", data: { n } })));
  await eventually(() => expect(started).toHaveLength(3));
  gate.isOpen = true;
});
