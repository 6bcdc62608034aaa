import type { PartitionedTable } from "../db/partitioned-table";
import { dropPartitions, ensurePartitions } from "../db/partitions";
import { database, query } from "../db/transaction";
import { minuteOf } from "../events/delivery-minute";
import { now } from "../platform/clock";
import { lowestId } from "../platform/ids";
import { BURST_WINDOW_SECONDS, WEBHOOK_HISTORY_RETENTION_DAYS } from "../platform/limits";
import { ERASE_DELIVERY_MINUTES } from "./delivery/deliveries.sql";
import { holdSilentListeners } from "./listeners/end-listener";
import { pauseOrphans } from "./settings/pause";

export async function sweepQueue(): Promise<void> {
  await pauseOrphans(database);
  await holdSilentListeners();
  await query(ERASE_DELIVERY_MINUTES, { minute: new Date(minuteOf(now()).getTime() - BURST_WINDOW_SECONDS * 1000) });
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const DELIVERY_TABLES: readonly PartitionedTable[] = [
  // All deliveries of an event are in one partition, because the key is the event's time.
  {
    parent: "partitions.deliveries_ended",
    name: "deliveries",
    key: "event_at",
    span: "day",
    ahead: 3,
    entity: "t.billing_entity_id",
  },
  {
    parent: "delivery_attempts",
    name: "delivery_attempts",
    key: "id",
    span: "day",
    ahead: 3,
    entity: "(SELECT r.billing_entity_id FROM webhooks w JOIN rooms r ON r.id = w.room_id WHERE w.id = t.webhook_id)",
    boundAt: (at) => lowestId("whd", at),
  },
];

export async function ensureDeliveryPartitions(): Promise<void> {
  for (const table of DELIVERY_TABLES) await ensurePartitions(table);
}

/** Deliveries that wait or are paused are in no such partition, and kept however old they are. */
export async function dropOldDeliveries(): Promise<boolean> {
  const before = new Date(now().getTime() - WEBHOOK_HISTORY_RETENTION_DAYS * DAY_MS);
  for (const table of DELIVERY_TABLES) if (!(await dropPartitions(table, before))) return false;
  return true;
}
