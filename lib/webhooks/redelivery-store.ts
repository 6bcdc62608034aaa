import type { Caller } from "../access/caller";
import { notifyDeliveriesDue } from "../events/deliveries-due";
import { now } from "../platform/clock";
import { type Executor, sql, transaction } from "../platform/db";
import { AppError, notFound } from "../platform/errors";
import { isId, newEventId } from "../platform/ids";
import { UNITS } from "../platform/limits";
import { openWebhookOfCaller, type WebhookAccess } from "./access-store";
import type { FinishedAttempt } from "./attempt-store";
import type { WebhookDelivery } from "./delivery";
import { readPayload } from "./payload";
import { attemptClaimed, keepEvent, makeClaimedDelivery } from "./single-store";

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
  if (!original.isActive) throw inactive();
  const eventId = await restoreEvent(tx, original, webhook);
  return makeClaimedDelivery(tx, webhook, { eventId, isTest: false });
}

/** The stored payload decides: the event's own row may be older than the history, or gone. */
async function restoreEvent(on: Executor, original: Original, { room }: WebhookAccess): Promise<string> {
  const event = readPayload(original.apiVersion, original.payload);
  if (event?.roomId !== room.roomId)
    throw new PayloadUnreadable("validation_error", "The stored payload of this delivery cannot be interpreted.");
  const id = original.eventId ?? event.id ?? newEventId();
  await keepEvent(on, { ...event, id });
  return id;
}

function inactive(): AppError {
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

export interface Cost {
  deliveries: number;
  /** One a delivery: each is attempted once. */
  units: number;
}

export interface TimeRange {
  from: Date;
  to: Date;
}

/** Events whose deliveries failed in this time, and that neither arrived since nor are on their way. */
const FAILED_EVENTS = `
  SELECT DISTINCT d.event_id FROM deliveries d
  WHERE d.webhook_id = $1 AND d.created_at >= $2 AND d.created_at < $3 AND d.state = 'FAILED' AND NOT d.is_test
    AND NOT EXISTS (SELECT 1 FROM deliveries x WHERE x.event_id = d.event_id AND x.webhook_id = d.webhook_id
                    AND x.state <> 'FAILED')`;

export async function countFailed({ webhookId }: WebhookAccess, { from, to }: TimeRange): Promise<Cost> {
  const [row] = await sql<{ n: number }>(
    "count_failed_deliveries",
    `SELECT count(*)::int AS n FROM (${FAILED_EVENTS}) failed`,
    [webhookId, from, to],
  );
  return priceOf(row?.n ?? 0);
}

/** Puts them into the queue; asked twice, they go once. webhook_inactive while the webhook is inactive. */
export async function redeliverFailed({ webhookId, room }: WebhookAccess, { from, to }: TimeRange): Promise<Cost> {
  const queued = await transaction(async (tx) => {
    await requireActive(tx, webhookId);
    return tx.sql(
      "redeliver_failed",
      `INSERT INTO deliveries (id, webhook_id, event_id, billing_entity_id, is_redelivery, next_attempt_at, created_at)
       SELECT gen_random_uuid(), $1, event_id, $4, true, $5, $5 FROM (${FAILED_EVENTS}) failed RETURNING id`,
      [webhookId, from, to, room.billing.entityId, now()],
    );
  });
  if (queued.length > 0) notifyDeliveriesDue();
  return priceOf(queued.length);
}

const HELD = "webhook_id = $1 AND state = 'HELD' AND NOT is_test";

/** What arose, or waited, while the webhook was inactive. */
export async function countHeld({ webhookId }: WebhookAccess): Promise<Cost> {
  const [row] = await sql<{ n: number }>(
    "count_held_deliveries",
    `SELECT count(*)::int AS n FROM deliveries WHERE ${HELD}`,
    [webhookId],
  );
  return priceOf(row?.n ?? 0);
}

/** They go on where they stopped, retries included. webhook_inactive while the webhook is inactive. */
export async function recoverHeld({ webhookId }: WebhookAccess): Promise<Cost> {
  const recovered = await transaction(async (tx) => {
    await requireActive(tx, webhookId);
    return tx.sql(
      "recover_held_deliveries",
      `UPDATE deliveries SET state = 'PENDING', next_attempt_at = $2 WHERE ${HELD} RETURNING id`,
      [webhookId, now()],
    );
  });
  if (recovered.length > 0) notifyDeliveriesDue();
  return priceOf(recovered.length);
}

/** Locked, so that of two clicks at once the second one sees what the first has queued. */
async function requireActive(on: Executor, webhookId: string): Promise<void> {
  const [row] = await on.sql<{ isActive: boolean }>(
    "lock_webhook",
    `SELECT is_active AS "isActive" FROM webhooks WHERE id = $1 FOR NO KEY UPDATE`,
    [webhookId],
  );
  if (!row) throw notFound();
  if (!row.isActive) throw inactive();
}

function priceOf(deliveries: number): Cost {
  return { deliveries, units: deliveries * UNITS.webhookDelivery };
}
