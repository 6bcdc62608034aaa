import { query } from "../db/transaction";
import { listWebhooks } from "../webhooks/queries";
import { openWebhookRooms } from "../webhooks/settings/open-webhook";
import type { RequestArea, RequestViewer } from "./open-viewer";
import { SUM_DELIVERIES } from "./usage.sql";

export interface DeliverySums {
  attempts: number;
  failed: number;
  units: number;
}

export interface DeliveryUsage {
  total: DeliverySums;
  hours: ({ hour: Date } & DeliverySums)[];
  /** Webhooks that this person does not manage, or that were deleted, are one entry with null. */
  webhooks: ({ webhook: { id: string; name: string; roomName: string } | null } & DeliverySums)[];
}

const NONE: DeliverySums = { attempts: 0, failed: 0, units: 0 };

/** Deliveries belong to nobody, so a person who sees only their own requests gets null. */
export async function sumDeliveries(
  { userId }: RequestViewer,
  { entityId, seesAll }: RequestArea,
  { since, until }: { since: Date; until: Date },
): Promise<DeliveryUsage | null> {
  if (!seesAll) return null;
  const rows = await query(SUM_DELIVERIES, { entityId, since, until });
  const hours = rows.flatMap(({ hour, ...row }) => (hour === null ? [] : [{ hour, ...readSums(row) }]));
  const byWebhook = rows.flatMap(({ webhookId, ...row }) => (webhookId === null ? [] : [{ webhookId, ...row }]));
  const managed = byWebhook.length === 0 ? [] : await listWebhooks(await openWebhookRooms(userId));
  const known = new Map(managed.map(({ id, name, roomName }) => [id, { id, name, roomName }]));
  const shown: DeliveryUsage["webhooks"] = [];
  let others = NONE;
  for (const { webhookId, ...row } of byWebhook) {
    const webhook = known.get(webhookId);
    if (webhook) shown.push({ webhook, ...readSums(row) });
    else others = add(others, readSums(row));
  }
  const webhooks = others.attempts > 0 ? [...shown, { webhook: null, ...others }] : shown;
  return {
    total: hours.reduce<DeliverySums>(add, NONE),
    hours,
    webhooks: webhooks.toSorted((a, b) => b.attempts - a.attempts),
  };
}

function readSums({ attempts, failed, units }: Record<keyof DeliverySums, string>): DeliverySums {
  return { attempts: Number(attempts), failed: Number(failed), units: Number(units) };
}

function add(one: DeliverySums, other: DeliverySums): DeliverySums {
  return {
    attempts: one.attempts + other.attempts,
    failed: one.failed + other.failed,
    units: one.units + other.units,
  };
}
