import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelRun } from "../../lib/agents/runs/cancel-run";
import { readRun } from "../../lib/agents/runs/queries";
import { startRun } from "../../lib/agents/runs/start-run";
import { type ConnectorScene, createConnectorScene } from "../support/scenes/connector-scene";
import { eventually } from "../support/scenes/eventually";
import { createWebhookScene } from "../support/scenes/webhook-scene";
import { type Gateway, startGateway } from "../support/servers/gateway";
import { type InngestApp, queueUnwoken, useInngest } from "./scene";

const { database, server, receiver, startApp } = useInngest();
let app: InngestApp;
let gateway: Gateway;
let connectors: ConnectorScene;

beforeAll(async () => {
  app = await startApp();
  gateway = await startGateway();
  connectors = await createConnectorScene(database, gateway);
  // Inngest drops events of an app that is not registered yet.
  await eventually(() => expect(app.readLog()).toContain("registered the background functions"), 60_000);
});
afterAll(() => gateway.close());

const arrivalsAt = (path: string) => receiver().received.filter((request) => request.path === path);

async function emitTo(path: string): Promise<string> {
  const scene = await createWebhookScene(database);
  const { id } = await scene.register(receiver().url + path);
  await scene.emit("message.created");
  return id;
}

test("an event is delivered", async () => {
  await emitTo("/200?plain");
  await eventually(() => expect(arrivalsAt("/200?plain")).toHaveLength(1), 30_000);
});

test("a failing delivery is attempted four times, each after its gap", async () => {
  const id = await emitTo("/503?retries");
  await eventually(() => expect(arrivalsAt("/503?retries")).toHaveLength(4), 60_000);
  const late = await eventually(async () => {
    const rows = await database.query<{ lateMs: number }>(
      `SELECT (extract(epoch FROM b.delivered_at - a.next_retry_at) * 1000)::int AS "lateMs"
       FROM delivery_attempts a JOIN delivery_attempts b ON b.delivery_id = a.delivery_id AND b.attempt = a.attempt + 1
       WHERE a.webhook_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(3);
    return rows;
  });
  for (const { lateMs } of late) expect(lateMs).toBeGreaterThanOrEqual(0);
});

test("the cron's sweep finds a delivery whose wake-up was lost", async () => {
  const scene = await createWebhookScene(database);
  const { id } = await scene.register(`${receiver().url}/200?swept`);
  // Later than every wake-up that the tests before have scheduled.
  await queueUnwoken(database, scene, id, new Date(Date.now() + 15_000));
  await eventually(() => expect(arrivalsAt("/200?swept")).toHaveLength(1), 120_000);
});

test("an agent run is executed to its end", async () => {
  const id = await connectors.connector();
  const run = await startRun(connectors.memberId, id, "summarize-record", { recordId: connectors.recordId });
  await eventually(
    async () => expect(await readRun(connectors.memberId, run.id)).toMatchObject({ state: "succeeded" }),
    60_000,
  );
});

test("an agent run that waits for its gateway is cancelled", async () => {
  const id = await connectors.connector({ behaviour: "hold" });
  const asked = gateway.calls.length;
  const run = await startRun(connectors.memberId, id, "summarize-record", { recordId: connectors.recordId });
  await eventually(() => expect(gateway.calls.length).toBeGreaterThan(asked), 60_000);
  await cancelRun(connectors.memberId, run.id);
  await eventually(
    async () => expect(await readRun(connectors.memberId, run.id)).toMatchObject({ state: "cancelled" }),
    60_000,
  );
});

test("an ended rotation is finished", async () => {
  const webhookId = await emitTo("/200?rotated");
  const ago = new Date(Date.now() - 60_000);
  await database.query("UPDATE webhooks SET rotation_started_at = $2, rotation_ends_at = $2 WHERE id = $1", [
    webhookId,
    ago,
  ]);
  await database.query(
    "INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at) VALUES ($1, 'NEXT', 'next', $2)",
    [webhookId, ago],
  );
  // Its cron runs every five minutes; an event runs it now.
  const answer = await fetch(`${server().url}/invoke/svc-finish-rotations`, { method: "POST", body: '{"data":{}}' });
  expect(answer.status).toBe(200);
  await eventually(
    async () =>
      expect(
        await database.query("SELECT role::text, ciphertext FROM webhook_secrets WHERE webhook_id = $1", [webhookId]),
      ).toEqual([{ role: "CURRENT", ciphertext: "next" }]),
    60_000,
  );
});

test("while Inngest responds, no process runs the functions itself", async () => {
  await eventually(async () => {
    const [probe] = await database.query<{ isAnswered: boolean }>(
      `SELECT answered_at IS NOT NULL AS "isAnswered" FROM background_probes`,
    );
    expect(probe).toEqual({ isAnswered: true });
  }, 60_000);
  expect(await app.isStandingIn()).toBe(false);
  expect(app.readLog()).not.toContain("Inngest does not run");
});
