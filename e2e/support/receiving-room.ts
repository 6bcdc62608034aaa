import { encrypt } from "../../lib/platform/crypto";
import { newId } from "../../lib/platform/ids";
import { secretPlace } from "../../lib/platform/sealed-places";
import type { TestDatabase } from "./database";
import { createWorld } from "./world";

export interface ReceivingRoom {
  id: string;
  token: string;
}

/** A room of an organization of its own, one person who may write there, and a webhook that receives the messages. */
export async function createReceivingRoom(database: TestDatabase, receiverUrl: string): Promise<ReceivingRoom> {
  const world = createWorld(database);
  const user = await world.user();
  const organization = await world.organization({ seats: 50 });
  const { billingEntityId } = organization;
  await world.join(organization.id, user.id);
  const room = await world.room({ organizationId: organization.id, billingEntityId });
  await world.enter(room.id, user.id);
  const webhookId = newId("wh");
  await database.query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     VALUES ($1, $2, 'Receiver', $3, '{message.created}', '2026-06-09', now(), now())`,
    [webhookId, room.id, receiverUrl],
  );
  await database.query("INSERT INTO webhook_secrets VALUES ($1, 'CURRENT', $2, now())", [
    webhookId,
    encrypt("whsec_x", secretPlace(webhookId)),
  ]);
  return { id: room.id, token: (await world.accessToken({ userId: user.id, billingEntityId })).token };
}
