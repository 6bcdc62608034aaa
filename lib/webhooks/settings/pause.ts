import type { Executor } from "../../db/transaction";
import { now } from "../../platform/clock";
import { FIND_INACTIVE_WEBHOOKS_WITH_DUE_DELIVERIES, PAUSE_DELIVERIES } from "../delivery/deliveries.sql";

export async function pauseDeliveries(on: Executor, webhookIds: readonly string[]): Promise<void> {
  if (webhookIds.length > 0) await on.query(PAUSE_DELIVERIES, { webhookIds, now: now() });
}

export async function pauseOrphans(on: Executor): Promise<void> {
  const webhooks = await on.query(FIND_INACTIVE_WEBHOOKS_WITH_DUE_DELIVERIES);
  await pauseDeliveries(
    on,
    webhooks.map(({ id }) => id),
  );
}
