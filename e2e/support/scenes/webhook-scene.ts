import { openAsPerson } from "../../../lib/access/open-as-person";
import { openRoom } from "../../../lib/access/open-room";
import { transaction } from "../../../lib/db/transaction";
import { describeEvent, type EventType } from "../../../lib/events/catalog";
import { buildResourceData } from "../../../lib/events/event";
import { recordEvent } from "../../../lib/events/outbox";
import { newId } from "../../../lib/platform/ids";
import { registerWebhook } from "../../../lib/webhooks/settings/create";
import { openWebhook, openWebhookRoom } from "../../../lib/webhooks/settings/open-webhook";
import type { TestDatabase } from "./database";
import { createWorld } from "./world";

export interface RegisterOptions {
  events?: EventType[];
  apiVersion?: string;
  customHeaders?: Record<string, string>;
  standardHeaders?: boolean;
}

/** A room with its manager, in an organization of its own. */
export async function createWebhookScene(database: TestDatabase, { seats = 5 }: { seats?: number } = {}) {
  const seat = await createWorld(database).seat({ seats, role: 30 });
  const { organizationId, billingEntityId, roomId, userId: managerId } = seat;
  const access = await openAsPerson(managerId, { roomId }, openRoom);
  return {
    organizationId,
    billingEntityId,
    roomId,
    managerId,
    access,
    async register(url: string, options: RegisterOptions = {}) {
      const { events = ["message.created"], apiVersion, customHeaders = {}, standardHeaders = false } = options;
      const input = { name: "Receiver", url, events, customHeaders, standardHeaders };
      const registered = await registerWebhook(await openWebhookRoom(managerId, roomId), input);
      if (apiVersion)
        await database.query("UPDATE webhooks SET api_version = $2 WHERE id = $1", [registered.id, apiVersion]);
      return { ...registered, access: await openWebhook(managerId, registered.id) };
    },
    /** Records an event as a domain write does. */
    emit: (type: EventType, objectId: string = newId("rec")) =>
      transaction((tx) =>
        recordEvent(tx, access, {
          type,
          objectId,
          v1Data: describeEvent(type).inV1
            ? buildResourceData({ id: objectId, title: "Besprechung – 議事録 🎉" }, managerId)
            : null,
        }),
      ),
  };
}
export type WebhookScene = Awaited<ReturnType<typeof createWebhookScene>>;
