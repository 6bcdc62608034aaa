import { recordAction } from "../../audit/record-action";
import { transaction } from "../../db/transaction";
import { now } from "../../platform/clock";
import { encrypt } from "../../platform/crypto";
import { invalid, notFound } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2, WEBHOOKS_PER_ROOM_MAX } from "../../platform/limits";
import { secretPlace } from "../../platform/sealed-places";
import { readWebhook } from "../queries";
import { createWebhookSecret } from "../signing/secret";
import { checkReachableWebhook } from "./check-url";
import { describeAction, type WebhookAccess, type WebhookRoomAccess } from "./open-webhook";
import { sealHeaders } from "./sealed-headers";
import type { RegisterWebhook } from "./webhook";
import { LOCK_WEBHOOK_ROOM } from "./webhooks.sql";

export interface RegisteredWebhook {
  id: string;
  secret: string;
}

export async function registerWebhook(room: WebhookRoomAccess, input: RegisterWebhook): Promise<RegisteredWebhook> {
  const { name, url, events, customHeaders, standardHeaders } = await checkReachableWebhook(input);
  const secret = createWebhookSecret();
  const id = newId("wh");
  const { roomId, userId: createdById } = room;
  return transaction(async (tx) => {
    await tx.query(LOCK_WEBHOOK_ROOM, { roomId });
    const registered = await tx.prisma.webhook.count({ where: { roomId } });
    if (registered >= WEBHOOKS_PER_ROOM_MAX) throw invalid([{ path: "", message: "webhooks_too_many" }]);
    const createdAt = now();
    await tx.prisma.webhook.create({
      data: {
        id,
        roomId,
        name,
        url,
        events,
        apiVersion: WEBHOOK_API_VERSION_V2,
        customHeaders: sealHeaders(id, customHeaders),
        standardHeaders,
        createdById,
        createdAt,
        updatedAt: createdAt,
        secrets: { create: { role: "CURRENT", ciphertext: encrypt(secret, secretPlace(id)), createdAt } },
      },
    });
    recordAction(tx, { name: "webhook.create", ...describeAction(room, id, { url, events, standardHeaders }) });
    return { id, secret };
  });
}

/** §6: the old webhook stays until its owner deactivates it. */
export async function recreateAsV2(access: WebhookAccess): Promise<RegisteredWebhook> {
  const { apiVersion, name, url, events, customHeaders, standardHeaders } = await readWebhook(access);
  if (url === null) throw notFound();
  if (apiVersion !== WEBHOOK_API_VERSION_V1) throw invalid([{ path: "", message: "already_v2" }]);
  return registerWebhook(access.room, { name, url, events, customHeaders, standardHeaders });
}
