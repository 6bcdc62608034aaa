import type { PartitionedTable } from "../db/partitioned-table";
import { dropPartitions, ensurePartitions } from "../db/partitions";
import { now } from "../platform/clock";
import { AUDIT_RETENTION_YEARS } from "../platform/limits";

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
