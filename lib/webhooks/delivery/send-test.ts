import { database } from "../../db/transaction";
import type { EventType } from "../../events/catalog";
import { now } from "../../platform/clock";
import { invalid } from "../../platform/errors";
import { newEventId } from "../../platform/ids";
import { readWebhook } from "../queries";
import type { WebhookAccess } from "../settings/open-webhook";
import { buildSampleEvent } from "../settings/sample";
import { checkVersion } from "../settings/webhook";
import type { AttemptOptions } from "./attempt";
import type { FinishedAttempt } from "./finish-attempt";
import { attemptClaimed, createClaimedDelivery } from "./send-once";

export async function sendTest(access: WebhookAccess, type: EventType): Promise<FinishedAttempt> {
  checkVersion((await readWebhook(access)).apiVersion, [type]);
  return sendSample(access, type, {});
}

export async function sendCanary(access: WebhookAccess): Promise<FinishedAttempt> {
  const { rotation, events } = await readWebhook(access);
  if (!rotation) throw invalid([{ path: "", message: "rotation_missing" }]);
  return sendSample(access, (events[0] ?? "record.created") as EventType, { isCanary: true });
}

async function sendSample(access: WebhookAccess, type: EventType, options: AttemptOptions): Promise<FinishedAttempt> {
  const { roomId, organizationId } = access.room;
  const event = buildSampleEvent(type, newEventId(), now(), { roomId, organizationId });
  const deliveryId = await createClaimedDelivery(database, access, { event, isTest: true });
  return attemptClaimed(deliveryId, options);
}
