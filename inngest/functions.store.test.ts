import { InngestTestEngine } from "@inngest/test";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createConnectorScene } from "../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../e2e/support/scenes/database";
import { eventually } from "../e2e/support/scenes/eventually";
import { forgetShared } from "../e2e/support/scenes/shared-state";
import { createWebhookScene } from "../e2e/support/scenes/webhook-scene";
import { startGateway } from "../e2e/support/servers/gateway";
import { type Receiver, startReceiver } from "../e2e/support/servers/receiver";
import { claimTest } from "../lib/agents/runs/claim-run";
import { readRun } from "../lib/agents/runs/queries";
import { startRun } from "../lib/agents/runs/start-run";
import { connectSignals, type Signal } from "../lib/platform/background";
import { drainDeliveries } from "../lib/webhooks/delivery/dispatch";
import { dispatchDeliveries, sweepDeliveries } from "./deliveries";
import { functions } from "./functions";
import { runAgent, testConnector } from "./run-agent";
import { startBackground } from "./start";

const database = useTestDatabase();
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  vi.useRealTimers();
  await receiver.close();
});

const readAttempts = (webhookId: string) =>
  database.query<{ attempt: number; isFinal: boolean }>(
    `SELECT attempt, finalized_at IS NOT NULL AS "isFinal" FROM delivery_attempts WHERE webhook_id = $1 ORDER BY id`,
    [webhookId],
  );

function recordSignals(): Signal[] {
  const sent: Signal[] = [];
  connectSignals((signals) => {
    sent.push(...signals);
    return Promise.resolve();
  });
  return sent;
}

/** Nothing but the queue knows of its retries. */
function endProcess(): void {
  for (const name of ["deliveries-due", "webhook-priority"]) forgetShared(name);
}

test("a process that reads the queue wakes for the retries of one that has ended", async () => {
  const sent = recordSignals();
  const scene = await createWebhookScene(database);
  const { id } = await scene.register(`${receiver.url}/500`);
  await scene.emit("message.created");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_000 });
  await new InngestTestEngine({ function: dispatchDeliveries }).execute();
  for (const [attempts, waitMs] of [
    [1, 2_000],
    [2, 4_000],
    [3, 8_000],
  ] as const) {
    expect(await readAttempts(id)).toHaveLength(attempts);
    endProcess();
    vi.setSystemTime(Date.now() + waitMs - 1);
    expect(await drainDeliveries()).toEqual({ attempted: 0, isMore: false });
    sent.length = 0;
    vi.setSystemTime(Date.now() + 1_000);
    await eventually(() => expect(sent).toHaveLength(1));
    await new InngestTestEngine({ function: dispatchDeliveries }).execute();
  }
  expect(await readAttempts(id)).toEqual([1, 2, 3, 4].map((attempt) => ({ attempt, isFinal: attempt === 4 })));
});

test("the sweep delivers an event whose notification was lost", async () => {
  connectSignals(() => Promise.reject(new Error("the runner is down")));
  const scene = await createWebhookScene(database);
  const { id } = await scene.register(`${receiver.url}/200`);
  await scene.emit("message.created");
  await new InngestTestEngine({ function: sweepDeliveries }).execute();
  expect(await database.query("SELECT state::text FROM deliveries WHERE webhook_id = $1", [id])).toEqual([
    { state: "SUCCEEDED" },
  ]);
});

test("a wake-up runs the oldest run and asks for the next; a test of a connection that another process has is left alone", async () => {
  const gateway = await startGateway();
  const scene = await createConnectorScene(database, gateway);
  const connector = await scene.connector();
  const start = () => startRun(scene.memberId, connector, "summarize-record", { recordId: scene.recordId });
  const { billingEntityId } = scene;
  const told: Signal[] = [];
  const wake = () => {
    const events: [{ name: string; data: object }] = [
      { name: "connectors/agent-run.queued", data: { billingEntityId } },
    ];
    return new InngestTestEngine({
      function: runAgent,
      events,
      transformCtx: (context) => {
        vi.spyOn(context.step, "sendEvent").mockImplementation((_id, event) => {
          told.push(event as Signal);
          return Promise.resolve({ ids: [] });
        });
        return context;
      },
    }).execute();
  };
  const [first, second] = [await start(), await start()];
  expect((await wake()).error).toBeUndefined();
  expect(await readRun(scene.memberId, first.id)).toMatchObject({ state: "succeeded" });
  expect(await readRun(scene.memberId, second.id)).toMatchObject({ state: "queued" });
  expect(told).toEqual([{ name: "connectors/agent-run.queued", data: { billingEntityId } }]);
  expect((await wake()).error).toBeUndefined();
  expect(await readRun(scene.memberId, second.id)).toMatchObject({ state: "succeeded" });
  expect(told).toHaveLength(1);

  const { id: runId } = await startRun(scene.managerId, connector, "test-connection", {});
  await claimTest(runId, "another process");
  const events: [{ name: string; data: object }] = [{ name: "connectors/connection-test.queued", data: { runId } }];
  const { error } = await new InngestTestEngine({ function: testConnector, events }).execute();
  expect(error).toMatchObject({ message: "another process has this run" });
  expect(gateway.calls).toHaveLength(2);
  await gateway.close();
});

test("each function has an id of its own", () => {
  expect(new Set(functions.map((made) => made.id())).size).toBe(functions.length);
});

test("a process that starts reads the queue", async () => {
  endProcess();
  const background = await startBackground();
  try {
    const runs = "SELECT FROM runner_runs WHERE function_id = 'svc-dispatch-deliveries' AND state = 'COMPLETED'";
    await eventually(async () => expect(await database.query(runs)).not.toEqual([]));
  } finally {
    await background.stop();
  }
});
