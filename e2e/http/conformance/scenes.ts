import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { SCOPES } from "../../../lib/access/scopes";
import { Svc } from "../../../packages/sdk/src/index";
import type { Manifest } from "../../../prisma/seed/manifest";
import type { TestDatabase } from "../../support/scenes/database";
import { addWebhook, createEndpointScene } from "../../support/scenes/endpoint-scene";
import { keepActive, plantAttempt, plantWebhook } from "../../support/scenes/webhook-rows";
import type { World } from "../../support/scenes/world";
import type { Scenes } from "./calls";

export async function createGoodScene(demo: Manifest, world: World): Promise<Scenes["good"]> {
  const person = await world.user();
  const { id: roomId } = await world.room({ billingEntityId: person.billingEntityId });
  await world.enter(roomId, person.id, 40);
  await world.board(roomId);
  const audience = `${demo.baseUrl}/v1`;
  const { token } = await world.accessToken({ userId: person.id, billingEntityId: person.billingEntityId, audience });
  const svc = new Svc({ baseUrl: demo.baseUrl, accessToken: token });
  const { id: messageId } = await svc.rooms.messages.create(roomId, { body: "First" });
  const { id: taskId } = await svc.rooms.tasks.create(roomId, { title: "Task" });
  const { id: recordId } = await svc.rooms.records.create(roomId, { title: "Record" });
  const content = new TextEncoder().encode("Hello");
  const file = { fileName: "a.txt", mimeType: "text/plain" };
  const { id: fileId } = await svc.uploadFile(roomId, { ...file, content, attachTo: { taskId } });
  const upload = await svc.rooms.files.create(roomId, { ...file, size: content.length, taskId });
  const { uploadUrl, headers } = upload;
  expect((await fetch(uploadUrl, { method: "PUT", headers, body: content })).ok).toBe(true);
  const webhookId = await plantWebhook(demo, roomId, { name: "Webhook" });
  const deliveryId = await plantAttempt(demo, { id: webhookId, roomId });
  const ids = { roomId, messageId, taskId, recordId, fileId, uploadId: upload.fileId, webhookId, deliveryId };
  return { token, ids, redelivery: await findRedelivery(demo) };
}

/** The engine wrote this delivery, so its payload can be sent again. */
async function findRedelivery(demo: Manifest): Promise<Scenes["good"]["redelivery"]> {
  const { baseUrl, apiKeys, webhooks } = demo;
  const { id: webhookId, roomId } = webhooks.v2;
  await keepActive(demo, webhookId);
  const credential = { apiKey: apiKeys.org.key };
  const { data } = await new Svc({ baseUrl, ...credential }).rooms.webhooks.deliveries.list(roomId, webhookId);
  const [delivery] = data;
  if (!delivery) throw new Error("The demo has no delivery");
  return { credential, ids: { roomId, webhookId, deliveryId: delivery.id } };
}

export async function createBadScene(database: TestDatabase, world: World, baseUrl: string): Promise<Scenes["bad"]> {
  // The bytes of the scene's files.
  process.env["SVC_DATA_DIR"] = mkdtempSync(join(tmpdir(), "svc-declared-"));
  const scene = await createEndpointScene(world);
  const { token, params, userId, organizationId, billingEntityId } = scene;
  const roomId = params["roomId"] ?? "";
  const own = { userId, billingEntityId };
  const past = new Date(Date.now() - 1_000);
  const tokens = await Promise.all(
    SCOPES.map(async (scope) => {
      const scopes = SCOPES.filter((other) => other !== scope);
      return [scope, (await world.accessToken({ ...own, scopes })).token] as const;
    }),
  );
  const usedKey = "used";
  const svc = new Svc({ baseUrl, accessToken: token });
  await svc.rooms.messages.create(roomId, { body: "First" }, { idempotencyKey: usedKey });
  const [inactive, unreadable] = [
    await addWebhook(world, roomId, billingEntityId),
    await addWebhook(world, roomId, billingEntityId),
  ];
  await database.query("UPDATE webhooks SET is_active = false WHERE id = $1", [inactive.webhookId]);
  await database.query("UPDATE delivery_attempts SET payload = '{' WHERE id = $1", [unreadable.deliveryId]);
  const poor = await createEndpointScene(world);
  await world.useUpUnits(poor.billingEntityId, 1_000_000_000);
  return {
    token,
    ids: params,
    restrictedKey: (await world.apiKey({ ...own, allowedNetworks: ["203.0.113.0/24"] })).key,
    organizationKey: (await world.apiKey({ organizationId, billingEntityId })).key,
    expiredKey: (await world.apiKey({ ...own, expiresAt: past })).key,
    revokedKey: (await world.apiKey({ ...own, revokedAt: past })).key,
    tokenWithout: (scope) => new Map<string, string>(tokens).get(scope) ?? "",
    usedKey,
    ofInactiveWebhook: { ...inactive },
    unreadableDelivery: { ...unreadable },
    withoutUnits: { token: poor.token, ids: poor.params },
  };
}
