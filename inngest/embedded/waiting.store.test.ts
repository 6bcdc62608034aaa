import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { stopRunnersAfterEach } from "../../e2e/support/servers/runner";
import { createTestApp } from "../../e2e/support/servers/runner-app";

const database = useTestDatabase();
stopRunnersAfterEach();

interface RunRow {
  state: string;
  output: unknown;
  error: { name: string } | null;
}

const readRuns = (functionId: string) =>
  database.query<RunRow>("SELECT state, output, error FROM runner_runs WHERE function_id = $1 ORDER BY id", [
    functionId,
  ]);

const expectRuns = (functionId: string, runs: readonly Partial<RunRow>[]) =>
  eventually(async () => expect(await readRuns(functionId)).toMatchObject(runs));

function createClock() {
  const clock = { aheadMs: 0, nowMs: () => Date.now() + clock.aheadMs };
  return clock;
}

const HOUR_MS = 3_600_000;

test("sleeps end one after the other, each when its time has come", async () => {
  const clock = createClock();
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ event, step }) => {
      await step.sleep("nap", "1h");
      await step.sleepUntil("till", new Date(event.data["till"] as number));
      await step.sleepUntil("past", new Date(0));
      return "awake";
    }),
  ]);
  await app.start(clock);
  await app.client.send({ name: "go", data: { till: clock.nowMs() + 2 * HOUR_MS } });
  const expectSleeps = (count: number) =>
    eventually(async () => {
      const asleep = `SELECT s.name FROM runner_steps s JOIN runner_runs r ON r.id = run_id
        WHERE function_id = $1 AND state = 'READY' AND leased_by IS NULL AND r.wake_at > $2`;
      const steps = await database.query(asleep, [`${app.id}-f`, new Date(clock.nowMs())]);
      expect(steps).toHaveLength(count);
    });
  await expectSleeps(1);
  clock.aheadMs = HOUR_MS + 1_000;
  await expectSleeps(2);
  clock.aheadMs = 2 * HOUR_MS + 1_000;
  await expectRuns(`${app.id}-f`, [{ state: "COMPLETED", output: "awake" }]);
});

test("a sleep of a second ends by its timer, not by the poll", async () => {
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) => {
      await step.sleep("nap", "1s");
    }),
  ]);
  await app.start({ pollMs: 600_000 });
  await app.client.send({ name: "go", data: {} });
  await expectRuns(`${app.id}-f`, [{ state: "COMPLETED" }]);
});

test("a step sends events, once, and they start other functions", async () => {
  const seen: unknown[] = [];
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) => {
      await step.sendEvent("tell", [
        { name: "told", data: { n: 1 } },
        { name: "told", data: { n: 2 } },
      ]);
      await step.sleep("nap", "1s");
    }),
    client.createFunction(
      { id: "g", triggers: [{ event: "told" }] },
      async ({ event }) => void seen.push(event.data["n"]),
    ),
  ]);
  await app.start();
  await app.client.send({ name: "go", data: {} });
  await expectRuns(`${app.id}-f`, [{ state: "COMPLETED" }]);
  await expectRuns(`${app.id}-g`, [{ state: "COMPLETED" }, { state: "COMPLETED" }]);
  expect(new Set(seen)).toEqual(new Set([1, 2]));
});

test("runs that start or end too late are cancelled", async () => {
  // Only the test moves this clock, because a start may take longer than ten seconds on a slow machine.
  const startMs = Date.now();
  const clock = { aheadMs: 0, nowMs: () => startMs + clock.aheadMs };
  const gate = { isOpen: false };
  const app = createTestApp((client) => [
    client.createFunction({ id: "slow", triggers: [{ event: "go" }], timeouts: { finish: "1m" } }, async ({ step }) => {
      await step.sleep("long", "1h");
    }),
    client.createFunction(
      { id: "late", triggers: [{ event: "go" }], timeouts: { start: "10s" }, concurrency: 1 },
      async () => {
        await eventually(() => expect(gate.isOpen).toBe(true));
        return "in time";
      },
    ),
  ]);
  await app.start(clock);
  await app.client.send([
    { name: "go", data: {} },
    { name: "go", data: {} },
  ]);
  const sleeping = "SELECT 1 FROM runner_steps WHERE name = 'long'";
  await eventually(async () => expect(await database.query(sleeping)).toHaveLength(2));
  await eventually(async () =>
    expect(
      await database.query("SELECT 1 FROM runner_runs WHERE function_id = $1 AND leased_by IS NOT NULL", [
        `${app.id}-late`,
      ]),
    ).toHaveLength(1),
  );
  clock.aheadMs = 61_000;
  const timedOut = { state: "CANCELLED", error: { name: "RunTimedOut" } };
  await expectRuns(`${app.id}-slow`, [timedOut, timedOut]);
  gate.isOpen = true;
  await eventually(async () => {
    const runs = await readRuns(`${app.id}-late`);
    expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(["CANCELLED", "COMPLETED"]));
  });
});
