import { now } from "../platform/clock";
import { query } from "../platform/db";
import { eraseInBatches } from "../platform/erase";
import { AUDIT_RETENTION_YEARS } from "../platform/limits";
import { ERASE_UNPLACED_ROWS, LIST_AUDIT_MONTHS } from "./audit.sql";
import { changePartitions } from "./create-partitions";

/** §8: whole months, once their last row is older than the retention; then old rows of the default partition. */
export async function dropOldAuditPartitions(): Promise<boolean> {
  const before = now();
  before.setUTCFullYear(before.getUTCFullYear() - AUDIT_RETENTION_YEARS);
  for (const { name } of await query(LIST_AUDIT_MONTHS, []))
    if (findMonthEnd(name) <= before) await dropPartition(name);
  return eraseInBatches((limit) => query(ERASE_UNPLACED_ROWS, [before, limit]));
}

function findMonthEnd(name: string): Date {
  const [year, month] = name.slice("audit_log_".length).split("_").map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 1));
}

async function dropPartition(name: string): Promise<void> {
  await changePartitions(async (client) => {
    // Every response writes to the log: a later attempt is better than responses that queue behind this lock.
    await client.query("SET LOCAL lock_timeout = '1s'");
    await client.query(`DROP TABLE IF EXISTS partitions.${name}`);
  });
}
