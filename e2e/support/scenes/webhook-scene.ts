import type { Caller } from "../../../lib/access/caller";
import { openRoom, type RoomAccess } from "../../../lib/access/open-room";
import { SCOPES } from "../../../lib/access/scopes";
import { transaction } from "../../../lib/db/transaction";
import { describeEvent, type EventType } from "../../../lib/events/catalog";
import { recordEvent } from "../../../lib/events/outbox";
import { buildResourceData } from "../../../lib/events/v1-data";
import { newId } from "../../../lib/platform/ids";
import { type RegisteredWebhook, registerWebhook } from "../../../lib/webhooks/settings/create";
import { openWebhook, openWebhookRoom, type WebhookAccess } from "../../../lib/webhooks/settings/open-webhook";
import type { TestDatabase } from "./database";
import { createWorld } from "./world";

export interface WebhookScene {
  organizationId: string;
  billingEntityId: string;
  roomId: string;
  managerId: string;
  access: RoomAccess;
  register(url: string, options?: RegisterOptions): Promise<RegisteredWebhook & { access: WebhookAccess }>;
  /** Records an event as a domain write does. */
  emit(type: EventType, objectId?: string): Promise<string>;
}

export interface RegisterOptions {
  events?: EventType[];
  apiVersion?: string;
  customHeaders?: Record<string, string>;
  standardHeaders?: boolean;
}

/** A room with its manager, in an organization of its own. */
export async function createWebhookScene(
  database: TestDatabase,
  options: { seats?: number } = {},
): Promise<WebhookScene> {
  const { seats = 5 } = options;
  const seat = await createWorld(database).seat({ seats, role: 30 });
  const { organizationId, billingEntityId, roomId, userId: managerId } = seat;
  const caller: Caller = {
    actor: { type: "user", id: managerId, userId: managerId },
    authMethod: "oauth_bearer",
    scopes: new Set(SCOPES),
    billing: {
      kind: "organization",
      organizationId,
      entityId: billingEntityId,
      suspension: null,
      plan: "STANDARD",
      seats,
    },
    apiKeyId: null,
    isUseStale: false,
    keyBudget: null,
    isRecorded: false,
    grantId: null,
    tokenId: null,
    appId: newId("app"),
  };
  const access = await openRoom(caller, { roomId });
  return {
    organizationId,
    billingEntityId,
    roomId,
    managerId,
    access,
    async register(url, options = {}) {
      const { events = ["message.created"], apiVersion, customHeaders = {}, standardHeaders = false } = options;
      const input = { name: "Receiver", url, events, customHeaders, standardHeaders };
      const registered = await registerWebhook(await openWebhookRoom(managerId, roomId), input);
      if (apiVersion)
        await database.query("UPDATE webhooks SET api_version = $2 WHERE id = $1", [registered.id, apiVersion]);
      return { ...registered, access: await openWebhook(managerId, registered.id) };
    },
    emit: (type, objectId = newId("rec")) =>
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
