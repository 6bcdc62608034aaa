import { type Executor, query, transaction } from "../../db/transaction";
import { notifyDeliveriesDue } from "../../events/deliveries-due";
import { now } from "../../platform/clock";
import { notFound } from "../../platform/errors";
import { UNITS } from "../../platform/limits";
import type { Range } from "../history/delivery-filter";
import { COUNT_FAILED_EVENTS, RECOVER_FAILED_EVENTS } from "../history/history.sql";
import type { WebhookAccess } from "../settings/open-webhook";
import { LOCK_WEBHOOK } from "../settings/webhooks.sql";
import { COUNT_PAUSED_DELIVERIES, RECOVER_PAUSED_DELIVERIES } from "./deliveries.sql";
import { webhookInactive } from "./redeliver";

export interface Cost {
  deliveries: number;
  units: number;
}

export async function countFailedDeliveries(
  { webhookId }: WebhookAccess,
  { from, to }: Required<Range>,
): Promise<Cost> {
  const [failed] = await query(COUNT_FAILED_EVENTS, { webhookId, from, to });
  return priceOf(failed?.count ?? 0);
}

/** Two calls queue a delivery once. */
export async function recoverFailedDeliveries(access: WebhookAccess, { from, to }: Required<Range>): Promise<Cost> {
  const { webhookId, room } = access;
  return recover(access, async (tx) => {
    const queued = await tx.query(RECOVER_FAILED_EVENTS, {
      webhookId,
      from,
      to,
      entityId: room.billing.entityId,
      now: now(),
    });
    return queued.length;
  });
}

export async function countPausedDeliveries(access: WebhookAccess): Promise<Cost> {
  const [paused] = await query(COUNT_PAUSED_DELIVERIES, { webhookId: access.webhookId });
  return priceOf(paused?.count ?? 0);
}

export async function recoverPausedDeliveries(access: WebhookAccess): Promise<Cost> {
  return recover(
    access,
    async (tx) => (await tx.query(RECOVER_PAUSED_DELIVERIES, { webhookId: access.webhookId, now: now() })).length,
  );
}

async function recover({ webhookId }: WebhookAccess, queue: (tx: Executor) => Promise<number>): Promise<Cost> {
  const queued = await transaction(async (tx) => {
    const [webhook] = await tx.query(LOCK_WEBHOOK, { webhookId });
    if (!webhook) throw notFound();
    if (!webhook.isActive) throw webhookInactive();
    return queue(tx);
  });
  if (queued > 0) notifyDeliveriesDue();
  return priceOf(queued);
}

function priceOf(deliveries: number): Cost {
  return { deliveries, units: deliveries * UNITS.webhookDelivery };
}
