import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { beginAuthorization, finishAuthorization, Svc, SvcApiError } from "../../packages/sdk/src/index";
import { FileTokenStore } from "../../packages/sdk/src/node/file-token-store";
import { openConsent, openSession, postDecision, readReturn } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { keepActive } from "../support/scenes/webhook-rows";
import { openDemoWorld } from "../support/scenes/world";
import { startCuttingProxy } from "../support/servers/http-proxies";

/** The TypeScript client against the running service. */
const demo = useDemo();
const world = openDemoWorld(demo);
const { query } = world;
const SCOPES = ["me:read", "rooms:read", "messages:read", "messages:write", "tasks:read", "tasks:write"];

/** A person in a room of their own, with an access token. */
async function createWriter(): Promise<{ token: string; roomId: string }> {
  const person = await world.user();
  const room = await world.room({ billingEntityId: person.billingEntityId });
  await world.enter(room.id, person.id, 40);
  await world.board(room.id);
  const { token } = await world.accessToken({
    userId: person.id,
    billingEntityId: person.billingEntityId,
    audience: `${demo.baseUrl}/v1`,
  });
  return { token, roomId: room.id };
}

test("reads and writes every resource, and finds its way through pages", async () => {
  const { token, roomId } = await createWriter();
  const svc = new Svc({ baseUrl: demo.baseUrl, accessToken: token });
  expect((await svc.rooms.list().toArray({ limit: 10 })).map(({ id }) => id)).toEqual([roomId]);
  expect((await svc.organizations.list()).data).toEqual([]);
  expect((await svc.rooms.members.list(roomId)).data).toHaveLength(1);
  for (const body of ["one", "two", "three"]) await svc.rooms.messages.create(roomId, { body });
  const bodies: string[] = [];
  for await (const message of svc.rooms.messages.list(roomId, { limit: 1 })) bodies.push(message.body);
  expect(bodies).toEqual(["three", "two", "one"]);
  expect((await svc.rooms.update(roomId, { name: "Renamed" })).name).toBe("Renamed");
  expect((await svc.rooms.get(roomId)).name).toBe("Renamed");
  const [message] = (await svc.rooms.messages.list(roomId, { limit: 1 })).data;
  expect(await svc.rooms.messages.get(roomId, message?.id ?? "")).toEqual(message);
  expect((await svc.rooms.boards.list(roomId)).data.map(({ position }) => position)).toEqual([0]);
  const { version, id: taskId } = await svc.rooms.tasks.create(roomId, { title: "Plan" });
  await svc.rooms.tasks.update(roomId, taskId, { status: "COMPLETED", version });
  const conflict = await svc.rooms.tasks.update(roomId, taskId, { title: "Late", version }).catch((error) => error);
  if (!(conflict instanceof SvcApiError) || !conflict.hasCode("version_conflict")) throw conflict;
  expect(conflict.details).toEqual({ currentVersion: version + 1 });
  const record = await svc.rooms.records.create(roomId, { title: "Minutes" });
  expect((await svc.rooms.records.update(roomId, record.id, { content: "Text" })).id).toBe(record.id);
  expect((await svc.rooms.records.list(roomId)).data).toHaveLength(1);
  expect((await svc.rooms.records.get(roomId, record.id)).content).toBe("Text");
  expect((await svc.rooms.tasks.get(roomId, taskId)).version).toBe(version + 1);
  expect((await svc.rooms.tasks.list(roomId, { status: "IN_PROGRESS" })).data).toEqual([]);
  expect((await svc.rooms.tasks.list(roomId)).data[0]?.status).toBe("COMPLETED");
  const upload = {
    fileName: "a.txt",
    mimeType: "text/plain",
    content: new TextEncoder().encode("Hello"),
    attachTo: { taskId },
  };
  const file = await svc.uploadFile(roomId, upload);
  expect((await svc.rooms.files.list(roomId)).data.map(({ id }) => id)).toEqual([file.id]);
  expect(await (await fetch((await svc.rooms.files.download(roomId, file.id)).url)).text()).toBe("Hello");
  expect(await svc.rooms.files.get(roomId, file.id)).toEqual(file);
  const [event] = (await svc.rooms.events.list(roomId, { type: "file.uploaded" })).data;
  expect(event?.data.object).toEqual({ id: file.id, type: "file" });
  expect((await svc.eventTypes.list()).data).toHaveLength(15);
  expect(svc.limits.units?.used).toBeGreaterThan(0);
});

test("redelivers a delivery of the history", async () => {
  const svc = new Svc({ baseUrl: demo.baseUrl, apiKey: demo.apiKeys.org.key });
  const { id, roomId } = demo.webhooks.v2;
  await keepActive(demo, id);
  const [delivery] = (await svc.rooms.webhooks.deliveries.list(roomId, id, { limit: 1 })).data;
  if (!delivery) throw new Error("The demo has no delivery");
  const again = await svc.rooms.webhooks.deliveries.redeliver(roomId, id, delivery.id);
  expect(again.delivery.eventId).toBe(delivery.eventId);
});

test("replays a write under the key that the caller gave", async () => {
  const { token, roomId } = await createWriter();
  const svc = new Svc({ baseUrl: demo.baseUrl, accessToken: token });
  const write = () => svc.rooms.messages.create(roomId, { body: "Once" }, { idempotencyKey: "mine" }).withResponse();
  const [first, second] = [await write(), await write()];
  expect([first.isReplay, second.isReplay, second.data.id]).toEqual([false, true, first.data.id]);
});

test("fifty processes that refresh one grant at once all go on, and the grant lives", async () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-grant-"));
  const app = await world.oauthApp({ redirectUris: ["http://127.0.0.1:8976/callback"] });
  const options = { baseUrl: demo.baseUrl, clientId: app.clientId, redirectUri: "http://127.0.0.1:8976/callback" };
  const pending = await beginAuthorization({ ...options, scopes: SCOPES });
  const cookie = await openSession(demo.baseUrl, demo.users.owner);
  const page = await openConsent(demo.baseUrl, new URL(pending.url).searchParams, cookie);
  const fields = { request: page.request, ticket: page.ticket, context: page.contexts[0] ?? "", decision: "approve" };
  const callback = await readReturn(await postDecision(demo.baseUrl, cookie, fields));
  const tokens = await finishAuthorization(options, callback, pending);
  const file = join(folder, "tokens.json");
  await new FileTokenStore(file).save({ ...tokens, expiresAt: 0 });

  const child = join(folder, "child.mjs");
  const entryPoints = ["packages/sdk/test/refresh-child.ts"];
  await build({ entryPoints, outfile: child, bundle: true, platform: "node", format: "esm" });
  const run = () => promisify(execFile)(process.execPath, [child, demo.baseUrl, app.clientId, file]);
  const ended = await Promise.all(Array.from({ length: 50 }, run));
  expect(ended.map(({ stdout }) => stdout)).toEqual(ended.map(() => demo.users.owner.id));
  const grants = await query("SELECT id FROM oauth_grants WHERE app_id = $1 AND revoked_at IS NULL", [app.id]);
  expect(grants).toHaveLength(1);
});

test("1,000 writes through a proxy that loses every fifth response: none doubled, none lost", async () => {
  const proxy = await startCuttingProxy(demo.baseUrl);
  const { baseUrl } = proxy;
  const writers = await Promise.all(Array.from({ length: 50 }, createWriter));
  await Promise.all(
    writers.map(async ({ token, roomId }) => {
      const svc = new Svc({ baseUrl, accessToken: token, maxRetries: 8 });
      for (let index = 0; index < 20; index += 1) await svc.rooms.messages.create(roomId, { body: `message ${index}` });
    }),
  );
  await proxy.close();
  const [written] = await query<{ all: number; different: number }>(
    `SELECT count(*)::int AS all, count(DISTINCT (room_id, body))::int AS different
     FROM messages WHERE room_id = ANY($1)`,
    [writers.map(({ roomId }) => roomId)],
  );
  expect(written).toEqual({ all: 1_000, different: 1_000 });
  expect(proxy.count).toBeGreaterThanOrEqual(1_249);
});
