import type { PartitionedTable } from "../db/partitioned-table";
import { dropPartitions, ensurePartitions } from "../db/partitions";
import { now } from "../platform/clock";
import { WEBHOOK_HISTORY_RETENTION_DAYS } from "../platform/limits";

const DAY_MS = 24 * 60 * 60 * 1000;
export const EVENTS: PartitionedTable = {
  parent: "events",
  name: "events",
  key: "created_at",
  span: "day",
  ahead: 3,
  entity: "(SELECT r.billing_entity_id FROM rooms r WHERE r.id = t.room_id)",
};

export function ensureEventPartitions(): Promise<void> {
  return ensurePartitions(EVENTS);
}

/** Deliveries copy what they need, so events are dropped by whole days. */
export function dropOldEvents(): Promise<boolean> {
  return dropPartitions(EVENTS, new Date(now().getTime() - WEBHOOK_HISTORY_RETENTION_DAYS * DAY_MS));
}
