import { notifyDeliveriesDue } from "../events/deliveries-due";
import { now } from "../platform/clock";
import { type Executor, sql, transaction } from "../platform/db";
import { notFound } from "../platform/errors";
import { UNITS } from "../platform/limits";
import type { WebhookAccess } from "./open-webhook";
import { webhookInactive } from "./redeliver";

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

export async function countFailedDeliveries({ webhookId }: WebhookAccess, { from, to }: TimeRange): Promise<Cost> {
  const [row] = await sql<{ n: number }>(
    "count_failed_deliveries",
    `SELECT count(*)::int AS n FROM (${FAILED_EVENTS}) failed`,
    [webhookId, from, to],
  );
  return priceOf(row?.n ?? 0);
}

/** Puts them into the queue; asked twice, they go once. webhook_inactive while the webhook is inactive. */
export async function recoverFailedDeliveries(
  { webhookId, room }: WebhookAccess,
  { from, to }: TimeRange,
): Promise<Cost> {
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
export async function countPausedDeliveries({ webhookId }: WebhookAccess): Promise<Cost> {
  const [row] = await sql<{ n: number }>(
    "count_held_deliveries",
    `SELECT count(*)::int AS n FROM deliveries WHERE ${HELD}`,
    [webhookId],
  );
  return priceOf(row?.n ?? 0);
}

/** They go on where they stopped, retries included. webhook_inactive while the webhook is inactive. */
export async function recoverPausedDeliveries({ webhookId }: WebhookAccess): Promise<Cost> {
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
  if (!row.isActive) throw webhookInactive();
}

function priceOf(deliveries: number): Cost {
  return { deliveries, units: deliveries * UNITS.webhookDelivery };
}
