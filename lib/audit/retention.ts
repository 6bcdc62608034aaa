import { now } from "../platform/clock";
import { sql, transaction } from "../platform/db";
import { eraseInBatches } from "../platform/erase";
import { AUDIT_RETENTION_YEARS } from "../platform/limits";

/** §8: whole months, once their last row is older than the retention; then what lay in no month. */
export async function dropOldAuditPartitions(): Promise<boolean> {
  const before = now();
  before.setUTCFullYear(before.getUTCFullYear() - AUDIT_RETENTION_YEARS);
  const months = await sql<{ name: string }>(
    "list_audit_partitions",
    `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = 'audit_log'::regclass AND child.relname ~ '^audit_log_[0-9]{4}_[0-9]{2}$' ORDER BY 1`,
  );
  for (const { name } of months) if (findMonthEnd(name) <= before) await dropPartition(name);
  return eraseInBatches((limit) =>
    sql(
      "erase_unplaced_audit_rows",
      `DELETE FROM partitions.audit_log_default WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM partitions.audit_log_default WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING 1`,
      [before, limit],
    ),
  );
}

function findMonthEnd(name: string): Date {
  const [year, month] = name.slice("audit_log_".length).split("_").map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 1));
}

async function dropPartition(name: string): Promise<void> {
  await transaction(async (tx) => {
    await tx.sql("lock_audit_partitions", "SELECT pg_advisory_xact_lock(hashtext('svc.audit.partitions'))");
    // Each answer writes to the log: better to try again later than to let them queue behind this.
    await tx.sql("drop_audit_patience", "SET LOCAL lock_timeout = '1s'");
    await tx.sql(`drop_${name}`, `DROP TABLE IF EXISTS partitions.${name}`);
  });
}
