import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import { now } from "./clock";
import { eraseInBatches } from "./erase";
import { pool, releaseConnection } from "./pool";

/**
 * A table partitioned by time. Its partitions are in the schema `partitions`, where Prisma does not look (decision 7).
 * `<name>_default` takes rows of a span that has no partition.
 */
export interface PartitionedTable {
  /** With its schema, unless that is `public`. */
  parent: string;
  /** Names of partitions begin with it. */
  name: string;
  /** The column of the partition key. */
  key: string;
  span: "day" | "month";
  /** Spans created ahead of the current one. */
  ahead: number;
  /** The lowest key of rows of this instant or later; without it, keys are instants. */
  boundAt?: (at: Date) => string;
}

const LOCK_TIMEOUT = "1s";
const LOCK_TRIES = 5;
const LOCK_PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = "55P03";

/** Creates the partitions of the current span and of those ahead. */
export async function ensurePartitions(table: PartitionedTable): Promise<void> {
  const existing = await listPartitions(table);
  const names = new Set(existing.map(({ name }) => name));
  const unsplitUntil = Math.max(0, ...existing.filter(({ isUnsplit }) => isUnsplit).map(({ end }) => end.getTime()));
  for (let ahead = 0; ahead <= table.ahead; ahead += 1) {
    const from = startOfSpan(table, now(), ahead);
    if (names.has(nameOf(table, from)) || from.getTime() < unsplitUntil) continue;
    await changePartitions((client) => createPartition(client, table, from));
  }
}

/**
 * Drops partitions whose rows are all older than `before`, then erases older rows of the partitions that have no span.
 * False: there is more to erase.
 */
export async function dropPartitions(table: PartitionedTable, before: Date): Promise<boolean> {
  const kept = [`${table.name}_default`];
  for (const { name, end, isUnsplit } of await listPartitions(table)) {
    if (end <= before) await dropPartition(table, name);
    else if (isUnsplit) kept.push(name);
  }
  for (const name of kept) if (!(await eraseRows(table, name, before))) return false;
  return true;
}

interface Partition {
  name: string;
  /** Its rows are older. */
  end: Date;
  /** `<name>_until_<day>`: all rows from before the table was partitioned. */
  isUnsplit: boolean;
}

async function listPartitions({ name, span }: PartitionedTable): Promise<Partition[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'partitions'::regnamespace AND relkind = 'r'
     AND starts_with(relname, $1) ORDER BY 1`,
    [`${name}_`],
  );
  return rows.flatMap((row) => {
    const [, until, year, month, day] =
      /^_(until_)?(\d{4})_(\d\d)(?:_(\d\d))?$/.exec(row.name.slice(name.length)) ?? [];
    if (year === undefined) return [];
    const isUnsplit = until !== undefined;
    const start = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
    return { name: row.name, end: isUnsplit ? start : startOfSpan({ span }, start, 1), isUnsplit };
  });
}

/** The span `ahead` of that of `at`. */
function startOfSpan({ span }: Pick<PartitionedTable, "span">, at: Date, ahead: number): Date {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return new Date(span === "month" ? Date.UTC(year, month + ahead, 1) : Date.UTC(year, month, at.getUTCDate() + ahead));
}

function nameOf({ name, span }: PartitionedTable, from: Date): string {
  const day = from.toISOString().slice(0, span === "month" ? 7 : 10);
  return `${name}_${day.replaceAll("-", "_")}`;
}

function boundOf({ boundAt }: PartitionedTable, at: Date): string {
  return boundAt ? boundAt(at) : at.toISOString();
}

async function createPartition(client: PoolClient, table: PartitionedTable, from: Date): Promise<void> {
  const { parent, key } = table;
  const name = nameOf(table, from);
  const exists = await client.query("SELECT to_regclass($1) AS relation", [`partitions.${name}`]);
  if (exists.rows[0]?.relation !== null) return;
  const [lowest, end] = [boundOf(table, from), boundOf(table, startOfSpan(table, from, 1))];
  await client.query(`CREATE TABLE partitions.${name} (LIKE ${parent} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  // Rows of this span that the default partition holds would make it refuse the new range.
  await client.query(
    `WITH moved AS (DELETE FROM partitions.${table.name}_default WHERE ${key} >= $1 AND ${key} < $2 RETURNING *)
     INSERT INTO partitions.${name} SELECT * FROM moved`,
    [lowest, end],
  );
  await client.query(
    `ALTER TABLE ${parent} ATTACH PARTITION partitions.${name} FOR VALUES FROM ('${lowest}') TO ('${end}')`,
  );
}

/** Detaching locks the table for a moment. Deleting the files takes longer, and locks nothing that others use. */
async function dropPartition({ parent }: PartitionedTable, name: string): Promise<void> {
  await changePartitions(async (client) => {
    const attached = await client.query("SELECT FROM pg_inherits WHERE inhrelid = to_regclass($1)", [
      `partitions.${name}`,
    ]);
    if (attached.rowCount) await client.query(`ALTER TABLE ${parent} DETACH PARTITION partitions.${name}`);
  });
  await changePartitions((client) => client.query(`DROP TABLE IF EXISTS partitions.${name}`));
}

function eraseRows(table: PartitionedTable, name: string, before: Date): Promise<boolean> {
  const old = `SELECT ctid FROM partitions.${name} WHERE ${table.key} < $1
    ORDER BY ${table.key} LIMIT $2 FOR UPDATE SKIP LOCKED`;
  return eraseInBatches(async (limit) => {
    const erased = await pool().query(
      `DELETE FROM partitions.${name} WHERE ctid = ANY(ARRAY(${old})) RETURNING 1 AS erased`,
      [boundOf(table, before), limit],
    );
    return erased.rows;
  });
}

/** A lock that is not free at once is tried for again, because statements queue behind one that is waited for. */
async function changePartitions(change: (client: PoolClient) => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await changeInTurn(change);
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

/** DDL in one transaction. Processes that change partitions take turns. */
async function changeInTurn(change: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(hashtext('svc.partitions'))");
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await change(client);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    releaseConnection(client);
  }
}
