import type { PoolClient } from "pg";
import { now } from "../platform/clock";
import { attachPartition, changePartitions, inTransaction } from "./change-partitions";
import { endPartition } from "./end-partition";
import { eraseInBatches } from "./erase";
import { isHeld, SHARE_HOLDS } from "./holds.sql";
import {
  boundOf,
  nameOf,
  type Partition,
  type PartitionedTable,
  readPartitionName,
  startOfSpan,
} from "./partitioned-table";
import { pool } from "./pool";

export async function ensurePartitions(table: PartitionedTable): Promise<void> {
  const exists = await findSpans(table);
  for (let ahead = 0; ahead <= table.ahead; ahead += 1) {
    const start = startOfSpan(table, now(), ahead);
    if (exists(start)) continue;
    const partition = { name: nameOf(table, start), start, end: startOfSpan(table, start, 1), isUnsplit: false };
    await changePartitions((client) => createPartition(client, table, partition));
  }
}

async function findSpans(table: PartitionedTable): Promise<(from: Date) => boolean> {
  const existing = await listPartitions(table);
  const names = new Set(existing.map(({ name }) => name));
  const unsplitUntil = Math.max(0, ...existing.filter(({ isUnsplit }) => isUnsplit).map(({ end }) => end.getTime()));
  return (from) => names.has(nameOf(table, from)) || from.getTime() < unsplitUntil;
}

export async function countPartitionsAhead(table: PartitionedTable): Promise<number> {
  const exists = await findSpans(table);
  let ahead = -1;
  while (ahead < table.ahead && exists(startOfSpan(table, now(), ahead + 1))) ahead += 1;
  return ahead;
}

export async function dropPartitions(table: PartitionedTable, before: Date): Promise<boolean> {
  const partitions = await listPartitions(table);
  const failures: unknown[] = [];
  let isDone = true;
  for (const partition of partitions.filter(({ end }) => end <= before)) {
    const isEnded = await endPartition(table, partition).catch((error: unknown) => failures.push(error));
    isDone = isEnded !== false && isDone;
  }
  const unsplit = partitions.filter(({ end, isUnsplit }) => isUnsplit && end > before);
  for (const { name } of [{ name: `${table.name}_default` }, ...unsplit])
    isDone = (await eraseRows(table, name, before)) && isDone;
  if (failures.length > 0) throw failures[0];
  return isDone;
}

export async function listPartitions(table: PartitionedTable): Promise<Partition[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'partitions'::regnamespace AND relkind = 'r'
     AND starts_with(relname, $1) ORDER BY 1`,
    [`${table.name}_`],
  );
  return rows.flatMap(({ name }) => readPartitionName(table, name) ?? []);
}

async function createPartition(client: PoolClient, table: PartitionedTable, partition: Partition): Promise<void> {
  const { name } = partition;
  const exists = await client.query("SELECT to_regclass($1) AS relation", [`partitions.${name}`]);
  if (exists.rows[0]?.relation !== null) return;
  await client.query(`CREATE TABLE partitions.${name} (LIKE ${table.parent} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  await attachPartition(client, table, partition);
}

function eraseRows(table: PartitionedTable, name: string, before: Date): Promise<boolean> {
  const old = `SELECT t.ctid FROM partitions.${name} t WHERE t.${table.key} < $1 AND NOT ${isHeld(table.entity)}
    ORDER BY t.${table.key} LIMIT $2 FOR UPDATE OF t SKIP LOCKED`;
  return eraseInBatches((limit) =>
    inTransaction(async (client) => {
      await client.query(SHARE_HOLDS.text);
      const erased = await client.query(
        `DELETE FROM partitions.${name} WHERE ctid = ANY(ARRAY(${old})) RETURNING 1 AS erased`,
        [boundOf(table, before), limit],
      );
      return erased.rows;
    }),
  );
}
