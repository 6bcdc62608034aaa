import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import { boundOf, type Partition, type PartitionedTable } from "./partitioned-table";
import { pool, releaseConnection } from "./pool";

const LOCK_TIMEOUT = "1s";
const LOCK_TRIES = 5;
const LOCK_PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = "55P03";

export class Overtaken extends Error {
  override name = "Overtaken";
}

/** Statements queue behind a lock that is waited for, so a lock that is not free soon is tried again later. */
export async function changePartitions<T>(change: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(async (client) => {
        await client.query("SELECT pg_advisory_xact_lock(hashtext('svc.partitions'))");
        await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
        return change(client);
      });
    } catch (error) {
      const mayPass = error instanceof Overtaken || (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
      if (!mayPass || tries === LOCK_TRIES) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

export async function inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    releaseConnection(client);
  }
}

export async function attachPartition(client: PoolClient, table: PartitionedTable, partition: Partition) {
  const { parent, key } = table;
  const { name, start, end, isUnsplit } = partition;
  const [lowest, highest] = [isUnsplit ? null : boundOf(table, start), boundOf(table, end)];
  await client.query(
    `WITH moved AS (
       DELETE FROM partitions.${table.name}_default WHERE ${key} < $1 ${lowest === null ? "" : `AND ${key} >= $2`} RETURNING *)
     INSERT INTO partitions.${name} SELECT * FROM moved`,
    lowest === null ? [highest] : [highest, lowest],
  );
  const from = lowest === null ? "MINVALUE" : `'${lowest}'`;
  await client.query(
    `ALTER TABLE ${parent} ATTACH PARTITION partitions.${name} FOR VALUES FROM (${from}) TO ('${highest}')`,
  );
}
