import { type Inngest, NonRetriableError, RetryAfterError } from "inngest";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { stopRunnersAfterEach } from "../../e2e/support/servers/runner";
import { createTestApp } from "../../e2e/support/servers/runner-app";

const database = useTestDatabase();
stopRunnersAfterEach();

const readRuns = (functionId: string) =>
  database.query<{ state: string; output: unknown; error: { name: string; message: string } | null; attempt: number }>(
    "SELECT state, output, error, attempt FROM runner_runs WHERE function_id LIKE $1 ORDER BY created_at, id",
    [functionId],
  );

function createApp(
  options: Omit<Parameters<Inngest["createFunction"]>[0], "id" | "triggers"> & { triggers?: never },
  work: (context: Parameters<Parameters<Inngest["createFunction"]>[1]>[0], notes: unknown[]) => Promise<unknown>,
) {
  const notes: unknown[] = [];
  const app = createTestApp((client) => [
    client.createFunction({ ...options, id: "f", triggers: [{ event: "go" }] }, (context) => work(context, notes)),
  ]);
  return { ...app, notes, readRuns: () => readRuns(`${app.id}-f`) };
}

const settled = (app: { readRuns: () => Promise<{ state: string }[]> }, count = 1) =>
  eventually(async () => {
    const runs = await app.readRuns();
    expect(runs).toHaveLength(count);
    for (const { state } of runs) expect(["COMPLETED", "FAILED", "CANCELLED"]).toContain(state);
    return app.readRuns();
  });

test("an event starts a run; its steps run once each, and their results go on", async () => {
  const app = createApp({}, async ({ event, step }, notes) => {
    const one = await step.run("one", () => {
      notes.push("one");
      return { n: 1, text: "\0 \ud800" };
    });
    const two = await step.run("two", () => {
      notes.push("two");
      return one.n + 1;
    });
    return [event.name, event.data, one, two];
  });
  await app.start();
  await app.client.send({ name: "go", data: { x: "é\0" } });
  expect(await settled(app)).toMatchObject([
    { state: "COMPLETED", output: ["go", { x: "é\ufffd" }, { n: 1, text: "\ufffd \ufffd" }, 2] },
  ]);
  expect(app.notes).toEqual(["one", "two"]);
});

test("the same event id starts one run, however often and wherever it is sent", async () => {
  const app = createApp({}, async (_context, notes) => void notes.push("ran"));
  await app.start();
  const same = { id: "same", name: "go", data: {} };
  await Promise.all(Array.from({ length: 20 }, () => app.client.send([same, same])));
  await app.client.send({ id: "other", name: "go", data: {} });
  await settled(app, 2);
  expect(app.notes).toHaveLength(2);
});

test("a failing step can be caught, and steps side by side fail the run", async () => {
  const caught = createApp({ retries: 0 }, async ({ step }) => [
    await step
      .run("a", () => {
        throw new Error("bad");
      })
      .catch((error: unknown) => (error instanceof Error ? error.message : "?")),
    await step.run("after", () => "after"),
  ]);
  const both = createApp({}, ({ step }, notes) =>
    Promise.all(["a", "b"].map((name) => step.run(name, () => void notes.push(name)))),
  );
  for (const app of [caught, both]) {
    await app.start();
    await app.client.send({ name: "go", data: {} });
  }
  expect(await settled(caught)).toMatchObject([{ state: "COMPLETED", output: ["bad", "after"] }]);
  expect(await settled(both)).toMatchObject([
    { state: "FAILED", error: { message: "The embedded runner does not support steps side by side." } },
  ]);
  expect(both.notes).toEqual([]);
});

test("a failing step is tried again, and so is a failing function; NonRetriableError ends it at once", async () => {
  const step = createApp({ retries: 1 }, async ({ step: steps, attempt }, notes) => {
    await steps.run("once", () => void notes.push("once"));
    return steps.run("flaky", () => {
      notes.push(attempt);
      if (attempt === 0) throw new RetryAfterError("later", 10);
      return "good";
    });
  });
  const whole = createApp({ retries: 2 }, async ({ attempt }, notes) => {
    notes.push(attempt);
    if (attempt < 5) throw new RetryAfterError("later", new Date(0));
  });
  const never = createApp({ retries: 9 }, async (_context, notes) => {
    notes.push("tried");
    throw new NonRetriableError("no");
  });
  for (const app of [step, whole, never]) {
    await app.start();
    await app.client.send({ name: "go", data: {} });
  }
  expect(await settled(step)).toMatchObject([{ state: "COMPLETED", output: "good", attempt: 0 }]);
  expect(step.notes).toEqual(["once", 0, 1]);
  expect(await settled(whole)).toMatchObject([
    { state: "FAILED", error: { name: "RetryAfterError", message: "later" } },
  ]);
  expect(whole.notes).toEqual([0, 1, 2]);
  expect(await settled(never)).toMatchObject([
    { state: "FAILED", error: { name: "NonRetriableError", message: "no" } },
  ]);
  expect(never.notes).toEqual(["tried"]);
});

test("onFailure learns of the end, with the event and the error", async () => {
  const app = createApp(
    {
      retries: 0,
      onFailure: async ({ error, event }) => {
        app.notes.push([error.message, event.data.event.data, event.data.function_id]);
      },
    },
    async () => {
      throw new Error("boom");
    },
  );
  await app.start();
  await app.client.send({ name: "go", data: { n: 1 } });
  await eventually(() => expect(app.notes).toEqual([["boom", { n: 1 }, `${app.id}-f`]]));
  const handled = { readRuns: () => readRuns(`${app.id}-f-failure`) };
  expect(await settled(handled)).toMatchObject([{ state: "COMPLETED" }]);
});
