import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/database";
import { eventually, stopRunnersAfterEach } from "../../e2e/support/runner";
import { createTestApp } from "../../e2e/support/runner-app";

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

/** A clock that a test moves on, for waits that nobody wants to sit through. */
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
  await expectRuns(`${app.id}-f`, [{ state: "SLEEPING" }]);
  clock.aheadMs = HOUR_MS + 1_000;
  await eventually(async () => {
    const steps = await database.query(
      "SELECT done_at FROM runner_steps s JOIN runner_runs r ON r.id = run_id WHERE function_id = $1 AND s.done_at IS NOT NULL",
      [`${app.id}-f`],
    );
    expect(steps).toHaveLength(1);
  });
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

test("a wait ends with the event that matches, or with null when its time is over", async () => {
  const clock = createClock();
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) => {
      const came = await step.waitForEvent("wait", { event: "answer", match: "data.id", timeout: "1h" });
      const liked = await step.waitForEvent("like", { event: "like", if: "async.data.n == 7", timeout: "1h" });
      return [came?.data, liked?.data ?? null];
    }),
  ]);
  await app.start(clock);
  await app.client.send({ name: "answer", data: { id: 1, early: true } });
  await app.client.send([1, 2].map((id) => ({ name: "go", data: { id } })));
  await expectRuns(`${app.id}-f`, [{ state: "WAITING" }, { state: "WAITING" }]);
  await app.client.send([3, 2, 1].map((id) => ({ name: "answer", data: { id } })));
  await eventually(async () => {
    const waits = await database.query(
      "SELECT 1 FROM runner_steps WHERE op = 'WaitForEvent' AND name = 'like' AND done_at IS NULL",
    );
    expect(waits).toHaveLength(2);
  });
  await app.client.send({ name: "like", data: { n: 6 } });
  clock.aheadMs = HOUR_MS + 1_000;
  await eventually(async () => {
    const outputs = (await readRuns(`${app.id}-f`)).map(({ output }) => JSON.stringify(output));
    expect(outputs.toSorted()).toEqual(['[{"id":1},null]', '[{"id":2},null]']);
  });
});

test("events that come while another step runs are not lost", async () => {
  const gate = { isOpen: false };
  const app = createTestApp((client) => [
    client.createFunction({ id: "f", triggers: [{ event: "go" }] }, async ({ step }) =>
      Promise.all([
        step
          .waitForEvent("wait", { event: "answer2", timeout: "1h" })
          .then((came: { data: unknown } | null) => came?.data),
        step.run("slow", () => eventually(() => expect(gate.isOpen).toBe(true)).then(() => "slow")),
      ]),
    ),
  ]);
  await app.start({ pollMs: 600_000 });
  await app.client.send({ name: "go", data: {} });
  await eventually(async () => {
    expect(await database.query("SELECT 1 FROM runner_steps WHERE name = 'answer2'")).toHaveLength(1);
  });
  await app.client.send({ name: "answer2", data: { n: 1 } });
  gate.isOpen = true;
  await expectRuns(`${app.id}-f`, [{ state: "COMPLETED", output: [{ n: 1 }, "slow"] }]);
});

test("a function invokes another and gets its result, its error, or its timeout", async () => {
  const clock = createClock();
  const app = createTestApp((client) => {
    const child = client.createFunction(
      { id: "child", retries: 0, triggers: [{ event: "never" }] },
      async ({ event, step }) => {
        if (event.data["how"] === "fail") throw new Error("child failed");
        if (event.data["how"] === "sleep") await step.sleep("long", "10d");
        return { got: event.data["how"], name: event.name };
      },
    );
    const parent = client.createFunction(
      { id: "parent", retries: 0, triggers: [{ event: "go" }] },
      async ({ step }) => {
        const invoke = (how: string) =>
          step
            .invoke(how, { function: child, data: { how }, timeout: "1h" })
            .catch((error: unknown) => (error instanceof Error ? error.message : "?"));
        const good = await invoke("well");
        return [good, ...(await Promise.all([invoke("fail"), invoke("sleep")]))];
      },
    );
    return [child, parent];
  });
  await app.start(clock);
  await app.client.send({ name: "go", data: {} });
  await expectRuns(`${app.id}-child`, [{ state: "COMPLETED" }, { state: "FAILED" }, { state: "SLEEPING" }]);
  clock.aheadMs = HOUR_MS + 1_000;
  await expectRuns(`${app.id}-parent`, [
    {
      state: "COMPLETED",
      output: [
        { got: "well", name: "inngest/function.invoked" },
        "child failed",
        "The invoked function did not finish within the timeout.",
      ],
    },
  ]);
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

test("an event cancels the runs that it matches, even while they work", async () => {
  const gate = { isOpen: false };
  const after: unknown[] = [];
  const app = createTestApp((client) => [
    client.createFunction(
      { id: "f", triggers: [{ event: "go" }], cancelOn: [{ event: "stop", match: "data.id" }] },
      async ({ event, step }) => {
        if (event.data["busy"] === true) await step.run("busy", () => eventually(() => expect(gate.isOpen).toBe(true)));
        await step.run("after", () => void after.push(event.data["id"]));
        await step.sleep("long", "1h");
      },
    ),
  ]);
  await app.start();
  await app.client.send([1, 2, 3].map((id) => ({ name: "go", data: { id, busy: id === 2 } })));
  await eventually(() => expect(new Set(after)).toEqual(new Set([1, 3])));
  await app.client.send([1, 2].map((id) => ({ name: "stop", data: { id } })));
  await eventually(async () => {
    const states = (await readRuns(`${app.id}-f`)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["CANCELLED", "CANCELLED", "SLEEPING"]));
  });
  gate.isOpen = true;
  // What was running when it was cancelled ends, and nothing follows it.
  await app.client.send({ name: "go", data: { id: 4, busy: true } });
  await eventually(() => expect(new Set(after)).toEqual(new Set([1, 3, 4])));
});

test("runs that start or end too late are cancelled, and whoever invoked them learns of it", async () => {
  const clock = createClock();
  const app = createTestApp((client) => {
    const slow = client.createFunction(
      { id: "slow", triggers: [{ event: "go-slow" }], timeouts: { finish: "1m" } },
      async ({ step }) => {
        await step.sleep("long", "1h");
      },
    );
    const late = client.createFunction(
      {
        id: "late",
        triggers: [{ event: "go-late" }],
        timeouts: { start: "10s" },
        throttle: { limit: 1, period: "1h" },
      },
      async () => "in time",
    );
    const parent = client.createFunction(
      { id: "parent", retries: 0, triggers: [{ event: "go-slow" }] },
      async ({ step }) =>
        step
          .invoke("slow", { function: slow, data: {} })
          .catch((error: unknown) => (error instanceof Error ? error.name : "?")),
    );
    return [slow, late, parent];
  });
  await app.start(clock);
  await app.client.send([
    { name: "go-slow", data: {} },
    { name: "go-late", data: {} },
    { name: "go-late", data: {} },
  ]);
  await expectRuns(`${app.id}-slow`, [{ state: "SLEEPING" }, { state: "SLEEPING" }]);
  clock.aheadMs = 61_000;
  await expectRuns(`${app.id}-slow`, [
    { state: "CANCELLED", error: { name: "RunTimedOut" } },
    { state: "CANCELLED", error: { name: "RunTimedOut" } },
  ]);
  await eventually(async () => {
    const states = (await readRuns(`${app.id}-late`)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["CANCELLED", "COMPLETED"]));
  });
  await expectRuns(`${app.id}-parent`, [{ state: "COMPLETED", output: "RunTimedOut" }]);
});
