import { InngestTestEngine } from "@inngest/test";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createConnectorScene } from "../e2e/support/connector-scene";
import { useTestDatabase } from "../e2e/support/database";
import { startGateway } from "../e2e/support/gateway";
import { type Receiver, startReceiver } from "../e2e/support/receiver";
import { createWebhookScene } from "../e2e/support/webhook-scene";
import { readRun } from "../lib/connectors/run-store";
import { claimRun } from "../lib/connectors/run-work-store";
import { startRun } from "../lib/connectors/start-run";
import { connectSignals, type Signal } from "../lib/platform/background";
import { dispatchDeliveries } from "./dispatch-deliveries";
import { functions } from "./functions";
import { retryFailedDelivery } from "./retry-delivery";
import { runAgent } from "./run-agent";
import { sweepDeliveries } from "./sweep-deliveries";

const database = useTestDatabase();
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  vi.useRealTimers();
  await receiver.close();
});

test("a delivery that fails gets one run, which sleeps until each of its retries", async () => {
  const sent: Signal[] = [];
  connectSignals((signals) => {
    sent.push(...signals);
    return Promise.resolve();
  });
  const scene = await createWebhookScene(database);
  const { id } = await scene.register(`${receiver.url}/500`);
  await scene.emit("message.created");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_000 });
  await new InngestTestEngine({ function: dispatchDeliveries }).execute();
  const failed = sent.filter(({ name }) => name === "webhooks/delivery.failed");
  expect(failed).toHaveLength(1);
  const event = { name: failed[0]?.name ?? "", data: { ...failed[0]?.data } };
  const sleeps: string[] = [];
  const { error } = await new InngestTestEngine({
    function: retryFailedDelivery,
    events: [event],
    transformCtx: (context) => {
      vi.spyOn(context.step, "sleepUntil").mockImplementation((_id, until) => {
        const at = z.coerce.date().parse(until);
        sleeps.push(at.toISOString());
        // Awake again when its time has come.
        vi.setSystemTime(at);
        return Promise.resolve();
      });
      return context;
    },
  }).execute();
  expect(error).toBeUndefined();
  const rows = await database.query<{ attempt: number; isFinal: boolean }>(
    `SELECT attempt, finalized_at IS NOT NULL AS "isFinal" FROM delivery_attempts WHERE webhook_id = $1 ORDER BY id`,
    [id],
  );
  expect(rows).toEqual([1, 2, 3, 4].map((attempt) => ({ attempt, isFinal: attempt === 4 })));
  expect(new Set(sleeps).size).toBe(3);
});

test("the sweep delivers what nobody was woken for", async () => {
  connectSignals(() => Promise.reject(new Error("the runner is down")));
  const scene = await createWebhookScene(database);
  const { id } = await scene.register(`${receiver.url}/200`);
  await scene.emit("message.created");
  await new InngestTestEngine({ function: sweepDeliveries }).execute();
  expect(await database.query("SELECT state::text FROM deliveries WHERE webhook_id = $1", [id])).toEqual([
    { state: "SUCCEEDED" },
  ]);
});

test("a queued run is worked to its end by its function, and left alone while another process has it", async () => {
  const gateway = await startGateway();
  const scene = await createConnectorScene(database, gateway);
  const connector = await scene.connector();
  const start = () => startRun(scene.memberId, connector, "summarize-record", { recordId: scene.recordId });
  const call = (runId: string) => {
    const events: [{ name: string; data: object }] = [
      { name: "connectors/agent-run.queued", data: { runId, billingEntityId: scene.billingEntityId } },
    ];
    return new InngestTestEngine({ function: runAgent, events }).execute();
  };
  const [free, held] = [await start(), await start()];
  await claimRun(held.id, "another process");
  expect((await call(free.id)).error).toBeUndefined();
  expect(await readRun(scene.memberId, free.id)).toMatchObject({ state: "succeeded" });
  expect((await call(held.id)).error).toMatchObject({ message: "another process has this run" });
  expect(gateway.calls).toHaveLength(1);
  await gateway.close();
});

test("each function has an id of its own", () => {
  expect(new Set(functions.map((made) => made.id())).size).toBe(functions.length);
});
