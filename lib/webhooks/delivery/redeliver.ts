import type { Caller } from "../../access/caller";
import { prisma } from "../../db/prisma";
import { type Executor, transaction } from "../../db/transaction";
import { AppError, notFound } from "../../platform/errors";
import { isId, newEventId } from "../../platform/ids";
import { LOCK_ORIGINAL_ATTEMPT } from "../history/attempts.sql";
import { findWebhookOfCaller, type WebhookAccess } from "../settings/open-webhook";
import type { FinishedAttempt } from "./finish-attempt";
import { readPayload } from "./payload";
import { attemptClaimed, createClaimedDelivery } from "./send-once";

declare const proof: unique symbol;

export interface AttemptAccess {
  readonly [proof]: "attempt";
  readonly webhook: WebhookAccess | null;
  readonly attemptId: string;
}

export async function openAttempt(webhook: WebhookAccess, attemptId: string): Promise<AttemptAccess> {
  const where = { id: attemptId, webhookId: webhook.webhookId };
  if (!isId("whd", attemptId) || (await prisma().deliveryAttempt.count({ where })) === 0) throw notFound();
  return { webhook, attemptId } as AttemptAccess;
}

/** A deleted delivery still opens, because a repeated request must get its stored result. */
export async function openAttemptOfCaller(
  caller: Caller,
  params: { roomId: string; webhookId: string; deliveryId: string },
): Promise<AttemptAccess> {
  const webhook = await findWebhookOfCaller(caller, params);
  if (!isId("whd", params.deliveryId)) throw notFound();
  return { webhook, attemptId: params.deliveryId } as AttemptAccess;
}

/** §7: the request itself is valid, so this validation_error has a status of its own. */
export class PayloadUnreadable extends AppError {
  override name = "PayloadUnreadable";
}

export async function redeliver(access: AttemptAccess, options: { isPaid: boolean }): Promise<FinishedAttempt> {
  const deliveryId = await transaction((tx) => beginRedelivery(tx, access));
  return attemptClaimed(deliveryId, options);
}

export async function beginRedelivery(tx: Executor, { webhook, attemptId }: AttemptAccess): Promise<string> {
  const [original] = webhook ? await tx.query(LOCK_ORIGINAL_ATTEMPT, { attemptId, webhookId: webhook.webhookId }) : [];
  if (!webhook || !original) throw notFound();
  if (!original.isActive) throw webhookInactive();
  // The event's own row may be erased, so the stored payload decides.
  const event = readPayload(original.apiVersion, original.payload);
  if (event?.roomId !== webhook.room.roomId)
    throw new PayloadUnreadable("validation_error", "The stored payload of this delivery cannot be interpreted.");
  const eventId = original.eventId ?? event.id ?? newEventId();
  return createClaimedDelivery(tx, webhook, { event: { ...event, id: eventId }, isTest: false });
}

export function webhookInactive(): AppError {
  return new AppError("webhook_inactive", "The webhook is inactive. Activate it, then redeliver.");
}
