import { beforeEach, expect, test } from "vitest";
import { eventually } from "../support/scenes/eventually";
import { createWebhookScene, type WebhookScene } from "../support/scenes/webhook-scene";
import { type InngestApp, queueUnwoken, useInngest } from "./scene";

const { database, server, receiver, startApp } = useInngest();
let scene: WebhookScene;

beforeEach(async () => {
  scene = await createWebhookScene(database);
});

const registered = (app: InngestApp) =>
  eventually(() => expect(app.readLog()).toContain("registered the background functions"), 60_000);

const readStates = (webhookId: string) =>
  database.query<{ state: string; n: number }>(
    "SELECT state::text, count(*)::int AS n FROM deliveries WHERE webhook_id = $1 GROUP BY 1",
    [webhookId],
  );

test("a server killed in the middle of retries loses none, and its crons tick again", {
  timeout: 400_000,
}, async () => {
  const app = await startApp();
  await registered(app);
  const { id } = await scene.register(`${receiver().url}/flaky-20?killed`);
  for (let n = 0; n < 10; n += 1) await scene.emit("message.created");
  await eventually(() => expect(receiver().received.length).toBeGreaterThanOrEqual(10), 30_000);
  await server().kill();
  await server().start();
  await eventually(async () => expect(await readStates(id)).toEqual([{ state: "SUCCEEDED", n: 10 }]), 150_000);
  const { id: swept } = await scene.register(`${receiver().url}/200?swept`);
  await queueUnwoken(database, scene, swept, new Date(Date.now() + 15_000));
  await eventually(async () => expect(await readStates(swept)).toEqual([{ state: "SUCCEEDED", n: 1 }]), 120_000);
  expect(app.readLog()).not.toContain("Inngest does not run");
  await app.kill();
});

test("a dead server is noticed, and this process runs the functions until it is back", {
  timeout: 300_000,
}, async () => {
  const app = await startApp();
  await registered(app);
  await server().kill();
  await eventually(async () => expect(await app.isStandingIn()).toBe(true), 90_000);
  expect(app.readLog()).toContain("Inngest does not run the background functions");
  // No process can wake a runner here: the sweep finds the delivery.
  const { id } = await scene.register(`${receiver().url}/flaky-1?dead`);
  await scene.emit("message.created");
  await eventually(async () => expect(await readStates(id)).toEqual([{ state: "SUCCEEDED", n: 1 }]), 90_000);
  await server().start();
  await eventually(async () => expect(await app.isStandingIn()).toBe(false), 90_000);
  const { id: afterwards } = await scene.register(`${receiver().url}/200?back`);
  await scene.emit("message.created");
  await eventually(async () => expect(await readStates(afterwards)).toEqual([{ state: "SUCCEEDED", n: 1 }]), 90_000);
  await app.kill();
});

test("a server that accepts our events without our functions is noticed, with the reason", async () => {
  const app = await startApp({ INNGEST_SIGNING_KEY: "f".repeat(64) });
  await eventually(async () => expect(await app.isStandingIn()).toBe(true), 90_000);
  expect(app.readLog()).toMatch(/could not be registered.*|"reason":"[^"]*401/);
  await app.kill();
});

test("an outsider can neither make the app register nor register an app without the key", async () => {
  const app = await startApp();
  await registered(app);
  expect((await fetch(`${app.baseUrl}/api/inngest`, { method: "PUT" })).status).toBe(401);
  const body = JSON.stringify({ appName: "svc", url: `${app.baseUrl}/api/inngest`, functions: [] });
  expect((await fetch(`${server().url}/fn/register`, { method: "POST", body })).status).toBe(401);
  await app.kill();
});
