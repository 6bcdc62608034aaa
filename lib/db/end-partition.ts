import type { PoolClient } from "pg";
import { attachPartition, changePartitions, inTransaction, Overtaken } from "./change-partitions";
import { eraseInBatches } from "./erase";
import { HOLDS_IN_FORCE, isHeld, SHARE_HOLDS } from "./holds.sql";
import type { Partition, PartitionedTable } from "./partitioned-table";

const COPY_TIMEOUT = "10min";
const KEPT = "Legal holds: ";

export async function endPartition(table: PartitionedTable, partition: Partition): Promise<boolean> {
  const isReduced = await changePartitions((client) => dropUnheld(client, table, partition));
  return !isReduced || eraseLateRows(table, partition);
}

/**
 * PostgreSQL deletes files after it has released the locks, so the table is locked only for a moment. A hold that is
 * placed while rows are copied makes this begin again; a later one waits, and finds the rows gone.
 */
async function dropUnheld(client: PoolClient, table: PartitionedTable, partition: Partition): Promise<boolean> {
  const found = await readPartition(client, partition);
  if (!found) return false;
  const held = await findHeld(client);
  if (found.kept?.every((entity) => held.includes(entity))) return true;
  const kept = held.length > 0 ? await copyHeld(client, table, partition, held) : [];
  await shareHolds(client);
  if ((await findHeld(client)).join() !== held.join()) throw new Overtaken("A hold was placed or lifted.");
  await client.query(`DROP TABLE partitions.${partition.name}`);
  if (kept.length > 0) await attachHeld(client, table, partition, kept);
  return false;
}

async function readPartition(client: PoolClient, { name }: Partition): Promise<{ kept: string[] | null } | undefined> {
  const { rows } = await client.query<{ comment: string | null }>(
    "SELECT obj_description(oid, 'pg_class') AS comment FROM pg_class WHERE oid = to_regclass($1)",
    [`partitions.${name}`],
  );
  return rows.map(({ comment }) => ({
    kept: comment?.startsWith(KEPT) ? comment.slice(KEPT.length).split(" ") : null,
  }))[0];
}

async function findHeld(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT billing_entity_id AS id FROM (${HOLDS_IN_FORCE}) held ORDER BY 1`,
  );
  return rows.map(({ id }) => id);
}

export async function shareHolds(client: PoolClient): Promise<void> {
  await client.query(SHARE_HOLDS.text);
}

async function copyHeld(client: PoolClient, table: PartitionedTable, { name }: Partition, held: readonly string[]) {
  await client.query(`SET LOCAL statement_timeout = '${COPY_TIMEOUT}'`);
  await client.query(`LOCK TABLE partitions.${name} IN SHARE MODE`);
  await client.query(`CREATE TABLE partitions.${name}_held (LIKE partitions.${name} INCLUDING ALL EXCLUDING COMMENTS)`);
  const { rows } = await client.query<{ entity: string }>(
    `WITH copied AS (
       INSERT INTO partitions.${name}_held SELECT t.* FROM partitions.${name} t WHERE ${table.entity} = ANY($1) RETURNING *)
     SELECT DISTINCT ${table.entity} AS entity FROM copied t ORDER BY 1`,
    [held],
  );
  if (rows.length === 0) await client.query(`DROP TABLE partitions.${name}_held`);
  else await checkSpan(client, name);
  return rows.map(({ entity }) => entity);
}

/** ATTACH trusts this check, and does not read the rows under its lock. */
async function checkSpan(client: PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ bounds: string | null }>(
    "SELECT pg_get_partition_constraintdef(to_regclass($1)) AS bounds",
    [`partitions.${name}`],
  );
  if (rows[0]?.bounds)
    await client.query(`ALTER TABLE partitions.${name}_held ADD CONSTRAINT span CHECK (${rows[0].bounds})`);
}

async function attachHeld(client: PoolClient, table: PartitionedTable, partition: Partition, kept: readonly string[]) {
  const { name } = partition;
  await client.query(`ALTER TABLE partitions.${name}_held RENAME TO ${name}`);
  await attachPartition(client, table, partition);
  await client.query(`ALTER TABLE partitions.${name} DROP CONSTRAINT IF EXISTS span`);
  await client.query(`COMMENT ON TABLE partitions.${name} IS ${client.escapeLiteral(KEPT + kept.join(" "))}`);
}

/**
 * A delivery can end long after its event, in a partition kept for others. Such rows are found without the lock that
 * placing a hold waits for, and checked again under it.
 */
function eraseLateRows({ entity }: PartitionedTable, { name }: Partition): Promise<boolean> {
  return eraseInBatches(async (limit) => {
    const late = await inTransaction(async (client) => {
      await client.query(`SET LOCAL statement_timeout = '${COPY_TIMEOUT}'`);
      return client.query<{ ctid: string }>(
        `SELECT t.ctid::text AS ctid FROM partitions.${name} t WHERE NOT ${isHeld(entity)} LIMIT $1`,
        [limit],
      );
    });
    if (late.rows.length > 0)
      await inTransaction(async (client) => {
        await shareHolds(client);
        await client.query(`DELETE FROM partitions.${name} t WHERE ctid = ANY($1::tid[]) AND NOT ${isHeld(entity)}`, [
          late.rows.map(({ ctid }) => ctid),
        ]);
      });
    return late.rows;
  });
}
