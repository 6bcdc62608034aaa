import type { PartitionedTable } from "../db/partitioned-table";
import { dropPartitions, ensurePartitions } from "../db/partitions";
import { now } from "../platform/clock";
import { AUDIT_RETENTION_YEARS, REQUEST_DETAILS_RETENTION_DAYS } from "../platform/limits";

export const AUDIT_LOG: PartitionedTable = {
  parent: "audit_log",
  name: "audit_log",
  key: "at",
  span: "month",
  ahead: 2,
  entity: "t.billing_entity_id",
};

export function ensureAuditPartitions(): Promise<void> {
  return ensurePartitions(AUDIT_LOG);
}

export function startOfRetention(): Date {
  const start = now();
  start.setUTCFullYear(start.getUTCFullYear() - AUDIT_RETENTION_YEARS);
  return start;
}

/** §8: Whole months are dropped once their last row is older than the retention. */
export function dropOldAuditPartitions(): Promise<boolean> {
  return dropPartitions(AUDIT_LOG, startOfRetention());
}

export const REQUEST_DETAILS: PartitionedTable = {
  parent: "request_details",
  name: "request_details",
  key: "at",
  span: "day",
  ahead: 3,
  entity: "t.billing_entity_id",
};
export const RECORDED_BODIES: PartitionedTable = {
  ...REQUEST_DETAILS,
  parent: "recorded_bodies",
  name: "recorded_bodies",
  entity: "(SELECT k.billing_entity_id FROM api_keys k WHERE k.id = t.api_key_id)",
};
const DAY_MS = 24 * 60 * 60 * 1000;

export async function ensureDetailPartitions(): Promise<void> {
  await ensurePartitions(REQUEST_DETAILS);
  await ensurePartitions(RECORDED_BODIES);
}

export async function dropOldDetailPartitions(): Promise<boolean> {
  const before = new Date(now().getTime() - REQUEST_DETAILS_RETENTION_DAYS * DAY_MS);
  const details = await dropPartitions(REQUEST_DETAILS, before);
  return (await dropPartitions(RECORDED_BODIES, before)) && details;
}
