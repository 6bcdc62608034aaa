import type { PartitionedTable } from "../db/partitioned-table";
import { dropPartitions, ensurePartitions } from "../db/partitions";
import { now } from "../platform/clock";
import { REQUEST_DETAILS_RETENTION_DAYS } from "../platform/limits";

export const DETAILS: PartitionedTable = {
  parent: "request_details",
  name: "request_details",
  key: "at",
  span: "day",
  ahead: 3,
  entity: "t.billing_entity_id",
};
export const BODIES: PartitionedTable = {
  ...DETAILS,
  parent: "recorded_bodies",
  name: "recorded_bodies",
  entity: "(SELECT k.billing_entity_id FROM api_keys k WHERE k.id = t.api_key_id)",
};
const DAY_MS = 24 * 60 * 60 * 1000;

export async function ensureDetailPartitions(): Promise<void> {
  await ensurePartitions(DETAILS);
  await ensurePartitions(BODIES);
}

export async function dropOldDetailPartitions(): Promise<boolean> {
  const before = new Date(now().getTime() - REQUEST_DETAILS_RETENTION_DAYS * DAY_MS);
  const details = await dropPartitions(DETAILS, before);
  return (await dropPartitions(BODIES, before)) && details;
}
