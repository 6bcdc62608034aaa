import type { Caller } from "../access/caller";
import { type Executor, sql, transaction } from "../platform/db";
import { AppError, notFound } from "../platform/errors";
import { isId, newEventId } from "../platform/ids";
import type { WebhookDelivery } from "./delivery";
import type { FinishedAttempt } from "./finish-attempt";
import { openWebhookOfCaller, type WebhookAccess } from "./open-webhook";
import { readPayload } from "./payload";
import { attemptClaimed, createClaimedDelivery, saveEvent } from "./send-once";

declare const proof: unique symbol;

/** That somebody may send this delivery again. */
export interface AttemptAccess {
  readonly [proof]: "attempt";
  readonly webhook: WebhookAccess;
  readonly attemptId: string;
}

export async function openAttempt(webhook: WebhookAccess, attemptId: string): Promise<AttemptAccess> {
  const rows = isId("whd", attemptId)
    ? await sql("find_delivery_attempt", "SELECT 1 FROM delivery_attempts WHERE id = $1 AND webhook_id = $2", [
        attemptId,
        webhook.webhookId,
      ])
    : [];
  if (rows.length === 0) throw notFound();
  return { webhook, attemptId } as AttemptAccess;
}

/** For `/v1`. */
export async function openAttemptOfCaller(
  caller: Caller,
  params: { roomId: string; webhookId: string; deliveryId: string },
): Promise<AttemptAccess> {
  return openAttempt(await openWebhookOfCaller(caller, params), params.deliveryId);
}

/** §7: a validation_error of its own status, since the request is not what is wrong. */
export class PayloadUnreadable extends AppError {
  override name = "PayloadUnreadable";
}

interface Original {
  isActive: boolean;
  apiVersion: string;
  payload: string;
  eventId: string | null;
}

const LOCK_ORIGINAL = `
  SELECT w.is_active AS "isActive", w.api_version AS "apiVersion", a.payload, coalesce(d.event_id, a.event_id) AS "eventId"
  FROM delivery_attempts a JOIN webhooks w ON w.id = a.webhook_id LEFT JOIN deliveries d ON d.id = a.delivery_id
  WHERE a.id = $1 AND a.webhook_id = $2 FOR SHARE OF w`;

/** §4: the event again under a new delivery id; one attempt is made, and its outcome answered. `isPaid`: the call was charged. */
export async function redeliver(access: AttemptAccess, options: { isPaid: boolean }): Promise<FinishedAttempt> {
  const deliveryId = await transaction((tx) => beginRedelivery(tx, access));
  return attemptClaimed(deliveryId, options);
}

/**
 * A claimed delivery of the event; a process that ends before its attempt leaves it to the sweep. 404 without the
 * original, 409 while the webhook is inactive, 422 when what was stored cannot be read.
 */
export async function beginRedelivery(tx: Executor, { webhook, attemptId }: AttemptAccess): Promise<string> {
  const [original] = await tx.sql<Original>("lock_original_attempt", LOCK_ORIGINAL, [attemptId, webhook.webhookId]);
  if (!original) throw notFound();
  if (!original.isActive) throw webhookInactive();
  const eventId = await restoreEvent(tx, original, webhook);
  return createClaimedDelivery(tx, webhook, { eventId, isTest: false });
}

/** The stored payload decides: the event's own row may be older than the history, or gone. */
async function restoreEvent(on: Executor, original: Original, { room }: WebhookAccess): Promise<string> {
  const event = readPayload(original.apiVersion, original.payload);
  if (event?.roomId !== room.roomId)
    throw new PayloadUnreadable("validation_error", "The stored payload of this delivery cannot be interpreted.");
  const id = original.eventId ?? event.id ?? newEventId();
  await saveEvent(on, { ...event, id });
  return id;
}

export function webhookInactive(): AppError {
  return new AppError("webhook_inactive", "The webhook is inactive. Activate it first, then deliver again.");
}

/** As `/v1` and the screen show it. */
export function presentAttempt(attempt: FinishedAttempt): WebhookDelivery {
  const { id, webhookId, event, eventId, deliveryId, success, statusCode, error, durationMs } = attempt;
  return {
    id,
    webhookId,
    event,
    eventId,
    deliveryId,
    success,
    statusCode,
    error,
    attempt: attempt.attempt,
    durationMs,
    deliveredAt: attempt.deliveredAt.toISOString(),
    nextRetryAt: attempt.nextRetryAt?.toISOString() ?? null,
    finalizedAt: attempt.finalizedAt?.toISOString() ?? null,
  };
}
