import type { PoolClient } from "pg";
import { now } from "../platform/clock";
import { pool, releaseConnection } from "../platform/pool";

const MONTHS_AHEAD = 2;

/** The log is partitioned by month, and months are created ahead. All other rows go to the default partition. */
export async function ensureAuditPartitions(): Promise<void> {
  const at = now();
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead += 1) {
    const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1));
    const until = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead + 1, 1));
    await changePartitions((client) => createPartition(client, from, until));
  }
}

async function createPartition(client: PoolClient, from: Date, until: Date): Promise<void> {
  const name = `audit_log_${from.toISOString().slice(0, 7).replace("-", "_")}`;
  const exists = await client.query("SELECT to_regclass($1) AS relation", [`partitions.${name}`]);
  if (exists.rows[0]?.relation !== null) return;
  const range = `'${from.toISOString()}') TO ('${until.toISOString()}'`;
  await client.query(`CREATE TABLE partitions.${name} (LIKE audit_log INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  // Rows of this month that the default partition holds would make it refuse the new range.
  await client.query(
    `WITH moved AS (DELETE FROM partitions.audit_log_default WHERE at >= $1 AND at < $2 RETURNING *)
     INSERT INTO partitions.${name} SELECT * FROM moved`,
    [from, until],
  );
  await client.query(`ALTER TABLE audit_log ATTACH PARTITION partitions.${name} FOR VALUES FROM (${range})`);
}

/** DDL in one transaction. Processes that change partitions take turns. */
export async function changePartitions(change: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(hashtext('svc.audit.partitions'))");
    await change(client);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    releaseConnection(client);
  }
}
