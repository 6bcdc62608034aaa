import type { RowOf } from "../../db/statement";
import { query } from "../../db/transaction";
import { notifyDeliveriesDueAt } from "../../events/deliveries-due";
import { minuteOf } from "../../events/delivery-minute";
import type { NewDelivery } from "../../events/new-deliveries";
import { now } from "../../platform/clock";
import { WEBHOOK_CLAIM_MS, WEBHOOK_DELIVERIES_PER_MINUTE } from "../../platform/limits";
import { shared } from "../../platform/shared";
import { CLAIM_DUE_DELIVERIES, LIST_WAITING_WEBHOOKS } from "./claim.sql";
import { RELEASE_DELIVERIES } from "./deliveries.sql";
import { prioritize, takePriority } from "./priority";
import { ATTEMPTS_PER_ENTITY, ATTEMPTS_PER_HOST, ROWS_PER_WEBHOOK, type Slots } from "./slots";

export type ClaimedDelivery = RowOf<typeof CLAIM_DUE_DELIVERIES>;

const BATCH = 256;

export function leaseFrom(at: Date): Date {
  return new Date(at.getTime() + WEBHOOK_CLAIM_MS);
}

/** The limit keeps the cost of a claim from growing with the queue. The next claim begins after these webhooks. */
const WEBHOOKS_PER_CLAIM = BATCH;

const position = () => shared("delivery-claim-position", () => ({ after: "" }));

export interface Claimed {
  deliveries: ClaimedDelivery[];
  isMore: boolean;
}

export async function claimDeliveries(slots: Slots, webhooks = WEBHOOKS_PER_CLAIM): Promise<Claimed> {
  // A scan that began in the middle has seen the whole queue once it has passed the end twice.
  let endsLeft = position().after === "" ? 1 : 2;
  for (;;) {
    const urgent = takePriority(now());
    const { due, isEnd } = await listNext(webhooks);
    if (isEnd) endsLeft -= 1;
    const ids = [...new Set([...urgent.map(({ webhookId }) => webhookId), ...due])];
    const deliveries = ids.length === 0 ? [] : await claimOf(ids, slots);
    for (const webhook of urgent) {
      const claimed = deliveries.filter(({ webhookId }) => webhookId === webhook.webhookId);
      if (claimed.length >= ROWS_PER_WEBHOOK) prioritize(webhook, now());
    }
    const isMore = endsLeft > 0 || deliveries.length >= ROWS_PER_WEBHOOK;
    if (deliveries.length > 0 || !isMore) return { deliveries, isMore };
  }
}

/** The process that made the attempts of a later retry may have ended, so this one wakes for it, too. */
async function listNext(webhooks: number): Promise<{ due: string[]; isEnd: boolean }> {
  const waiting = await query(LIST_WAITING_WEBHOOKS, { after: position().after, limit: webhooks });
  const [at, isEnd] = [now(), waiting.length < webhooks];
  position().after = isEnd ? "" : (waiting.at(-1)?.id ?? "");
  for (const { dueAt } of waiting) if (dueAt > at) notifyDeliveriesDueAt(dueAt);
  return { due: waiting.flatMap(({ id, dueAt }) => (dueAt > at ? [] : id)), isEnd };
}

function claimOf(webhookIds: readonly string[], slots: Slots): Promise<ClaimedDelivery[]> {
  const at = now();
  const { hosts, entities } = slots.beginClaim();
  return query(CLAIM_DUE_DELIVERIES, {
    at,
    minute: minuteOf(at),
    limit: Math.min(BATCH, slots.free),
    attemptsPerHost: ATTEMPTS_PER_HOST,
    attemptsPerEntity: ATTEMPTS_PER_ENTITY,
    deliveriesMax: WEBHOOK_DELIVERIES_PER_MINUTE,
    hosts: JSON.stringify(hosts),
    entities: JSON.stringify(entities),
    claimedUntil: leaseFrom(at),
    webhookIds,
  });
}

/** If this fails, the claims lapse. */
export async function releaseDeliveries(deliveries: readonly NewDelivery[]): Promise<void> {
  await query(RELEASE_DELIVERIES, {
    deliveries: JSON.stringify(deliveries.map(({ id, lease, quotaMinute: minute }) => ({ id, lease, minute }))),
  });
}
