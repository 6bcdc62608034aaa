import { type Inngest, type InngestFunction, NonRetriableError, RetryAfterError } from "inngest";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { stopRunnersAfterEach } from "../../e2e/support/servers/runner";
import { createTestApp } from "../../e2e/support/servers/runner-app";
import { createEventEntry } from "./event-entry";
import { makePlan } from "./plan";
import { requestFunctions, type SdkHandler } from "./protocol";
import { startRunner } from "./runner";

const database = useTestDatabase();
stopRunnersAfterEach();

function defineFunctions(client: Inngest): InngestFunction.Any[] {
  return [
    client.createFunction(
      {
        id: "every-kind",
        retries: 1,
        triggers: [{ event: "go" }],
        concurrency: [{ limit: 2, key: "event.data.n" }],
        timeouts: { start: "1h", finish: "2h" },
        onFailure: async () => undefined,
      },
      async ({ event, step }) => {
        const one = await step.run("one", () => ({ n: event.data["n"] as number }));
        await step.sleep("nap", "1s");
        await step.sleepUntil("till", new Date("2020-01-01T00:00:00Z"));
        await step.sendEvent("tell", { name: "told", data: {} });
        return { one, last: await step.run("last", () => "last") };
      },
    ),
    client.createFunction({ id: "catches", triggers: [{ event: "go" }] }, async ({ step, attempt }) => {
      const caught = await step
        .run("wrong", () => {
          throw new NonRetriableError("wrong");
        })
        .catch((error: unknown) => (error instanceof Error ? error.message : "?"));
      if (attempt === 0) throw new RetryAfterError("once more", 10);
      return caught;
    }),
    client.createFunction({ id: "ticks", triggers: [{ cron: "17 3 * * *" }] }, async ({ event }) => event.name),
    client.createFunction(
      { id: "fails", retries: 0, triggers: [{ event: "fail" }], onFailure: async () => "noted" },
      async () => {
        throw new TypeError("wrong");
      },
    ),
  ];
}

const RESULT = { one: { n: 1 }, last: "last" };

interface Exchange {
  functionId: string;
  request: unknown;
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

function normalize(value: unknown): unknown {
  const text = JSON.stringify(value, (name, member: unknown) => {
    if (name === "timing" || (name === "stack" && typeof member === "string")) return undefined;
    if (name === "ts") return "<ts>";
    if (name === "sdk" || name === "featureObservations" || name === "inspection") return "<sdk>";
    return member;
  });
  return JSON.parse(
    text
      .replaceAll(/fnrun_[0-9a-z]{26}/g, "<run>")
      .replaceAll(/"id":"[\w-]{26}"/g, '"id":"<event>"')
      .replaceAll(/"ids":\["[\w-]{26}"\]/g, '"ids":["<event>"]'),
  );
}

function record(handler: SdkHandler, exchanges: Exchange[]): SdkHandler {
  return async (request) => {
    const { method } = request;
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const asked: unknown = await request.clone().json();
    const exchange: Exchange = {
      functionId: query["fnId"] ?? "",
      request: normalize({ method, query, body: asked }),
      status: 0,
      headers: {},
      body: null,
    };
    exchanges.push(exchange);
    const response = await handler(request);
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) =>
        ["x-inngest-no-retry", "retry-after", "x-inngest-req-version"].includes(name),
      ),
    );
    const body: unknown = await response.clone().json();
    return Object.assign(exchange, { status: response.status, headers, body: normalize(body) }) && response;
  };
}

test("the exchange with the SDK is the recorded one, for every kind of step and every kind of end", async () => {
  const readEnded = (functionId: string) =>
    database.query<{ state: string; output: unknown }>(
      "SELECT state, output FROM runner_runs WHERE function_id = $1 AND finished_at IS NOT NULL",
      [functionId],
    );
  const exchanges: Exchange[] = [];
  const app = createTestApp(defineFunctions, "conformance");
  await app.start({ handler: record(app.handler, exchanges) });
  await app.client.send({ id: "conformance-go", name: "go", data: { n: 1 } });
  await eventually(async () =>
    expect(await readEnded("conformance-catches")).toEqual([{ state: "COMPLETED", output: "wrong" }]),
  );
  await eventually(async () =>
    expect(await readEnded("conformance-every-kind")).toEqual([{ state: "COMPLETED", output: RESULT }]),
  );
  await app.client.send({ id: "conformance-fail", name: "fail", data: {} });
  await eventually(async () =>
    expect(await readEnded("conformance-fails-failure")).toEqual([{ state: "COMPLETED", output: "noted" }]),
  );
  await eventually(async () =>
    expect(await readEnded("conformance-ticks")).toMatchObject([{ output: "inngest/scheduled.timer" }]),
  );
  const shown = exchanges.filter(({ request }) => !JSON.stringify(request).includes("inngest/scheduled.timer"));
  // Functions run side by side, but each one's calls are in order.
  const inOrder = shown.toSorted((a, b) => (a.functionId < b.functionId ? -1 : Number(a.functionId > b.functionId)));
  await expect(`${JSON.stringify(inOrder, null, 1)}\n`).toMatchFileSnapshot("conformance.fixture.txt");
});

interface Operation {
  id: string;
  op: string;
  data: unknown;
}

async function runByTheBook(handler: SdkHandler, functionId: string, event: { name: string; data: unknown }) {
  const steps: Record<string, unknown> = {};
  const ask = async (): Promise<{ status: number; body: unknown }> => {
    const stack = { stack: Object.keys(steps), current: Object.keys(steps).length };
    const ctx = {
      run_id: "run",
      attempt: 0,
      max_attempts: 1,
      disable_immediate_execution: false,
      use_api: false,
      stack,
    };
    const response = await handler(
      new Request(`http://book.invalid/api/inngest?fnId=${functionId}&stepId=step`, {
        method: "POST",
        headers: { host: "book.invalid" },
        body: JSON.stringify({ version: -1, event, events: [event], steps, ctx }),
      }),
    );
    return { status: response.status, body: await response.json() };
  };
  for (let call = 0; call < 20; call += 1) {
    const { status, body } = await ask();
    if (status !== 206) return body;
    for (const { id, op, data } of body as Operation[])
      steps[id] = { type: "data", data: op === "StepRun" ? data : null };
  }
  throw new Error("It did not end.");
}

test("another executor gets the same from the same functions", async () => {
  const app = createTestApp(defineFunctions);
  await app.start();
  expect(await runByTheBook(app.handler, `${app.id}-every-kind`, { name: "go", data: { n: 1 } })).toEqual(RESULT);
});

test("the runner supports every option of our own functions", async () => {
  const { functions } = await import("../functions");
  const { inngest } = await import("../client");
  const { serve } = await import("inngest/edge");
  const plan = makePlan(await requestFunctions(serve({ client: inngest, functions })));
  for (const fn of functions) expect(plan.has(fn.id("svc"))).toBe(true);
});

test.each([
  { throttle: { limit: 1, period: "1m" } },
  { cancelOn: [{ event: "stop" }] },
  { debounce: { period: "1m" } },
  { rateLimit: { limit: 1, period: "1m" } },
  { batchEvents: { maxSize: 2, timeout: "1s" } },
  { priority: { run: "1" } },
  { singleton: { mode: "skip" } },
  { idempotency: "event.data.id" },
  { concurrency: [{ limit: 1 }, { limit: 2, key: "event.data.id" }] },
  { concurrency: [{ limit: 1, key: "event.data.a.b" }] },
  { concurrency: [{ limit: 1, key: '"all"', scope: "account" }] },
  { triggers: [{ event: "go", if: "event.data.n == 1" }] },
  { triggers: [{ cron: "TZ=Asia/Tokyo * * * * *" }] },
] as const)("the runner refuses to start, and names the function and the option: %j", async (options) => {
  const app = createTestApp((client) => [
    client.createFunction({ id: "asks", triggers: [{ event: "go" }], ...options } as never, async () => undefined),
  ]);
  const option = Object.keys(options)[0] === "cancelOn" ? "cancel" : Object.keys(options)[0];
  await expect(startRunner({ handler: app.handler, door: createEventEntry() })).rejects.toThrow(
    new RegExp(`does not support an option of the function ${app.id}-asks:(.|\n)*${option}`),
  );
});
