import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { newId } from "../platform/ids";
import { listWebhooks, readWebhookProgress } from "./queries";
import { openWebhookRooms } from "./settings/open-webhook";

const database = useTestDatabase();
const world = createWorld(database);

async function makeManager(role = 30) {
  const user = await world.user();
  const { id: organizationId, billingEntityId } = await world.organization();
  const room = await world.room({ organizationId, billingEntityId });
  await world.join(organizationId, user.id);
  await world.enter(room.id, user.id, role);
  return { userId: user.id, roomId: room.id };
}

async function plantWebhook(roomId: string, lastSuccessAt: Date | null, createdById?: string): Promise<void> {
  await database.query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, last_success_at, created_by_id, created_at, updated_at)
     VALUES ($1, $2, 'W', 'https://hooks.example.com', '{}', '2026-06-09', $3, $4, now(), now())`,
    [newId("wh"), roomId, lastSuccessAt, createdById],
  );
}

test("reports delivered only after a successful delivery", async () => {
  const { userId, roomId } = await makeManager();
  expect(await readWebhookProgress(userId)).toBe("none");
  await plantWebhook(roomId, null);
  expect(await readWebhookProgress(userId)).toBe("waiting");
  await plantWebhook(roomId, new Date());
  expect(await readWebhookProgress(userId)).toBe("delivered");
});

test("ignores webhooks of rooms that the person does not manage", async () => {
  const { userId, roomId } = await makeManager(20);
  await plantWebhook(roomId, new Date());
  expect(await readWebhookProgress(userId)).toBe("none");
});

test("names who made a webhook, or nobody", async () => {
  const { userId, roomId } = await makeManager();
  const ann = await world.user({ name: "Ann" });
  await plantWebhook(roomId, null);
  await plantWebhook(roomId, null, ann.id);
  const listed = await listWebhooks(await openWebhookRooms(userId));
  expect(new Set(listed.map(({ createdByName }) => createdByName))).toEqual(new Set(["Ann", null]));
});
