import { encrypt } from "../../../lib/platform/crypto";
import { secretPlace } from "../../../lib/platform/sealed-places";
import type { TestDatabase } from "./database";
import { createWorld } from "./world";

/** A room of an organization of its own, one person who may write there, and a webhook that receives the messages. */
export async function createReceivingRoom(database: TestDatabase, receiverUrl: string) {
  const { seat, insert, accessToken } = createWorld(database);
  const { roomId: id, userId, billingEntityId } = await seat();
  const webhookId = await insert("webhooks", { room_id: id, name: "Receiver", url: receiverUrl });
  const ciphertext = encrypt("whsec_x", secretPlace(webhookId));
  await insert("webhook_secrets", { webhook_id: webhookId, ciphertext });
  return { id, token: (await accessToken({ userId, billingEntityId })).token };
}
export type ReceivingRoom = Awaited<ReturnType<typeof createReceivingRoom>>;
