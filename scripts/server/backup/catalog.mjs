/**
 * The parts of a database, read from PostgreSQL's catalog, so that a new table is backed up without a list of tables.
 * @typedef {import("pg").ClientBase} Client
 */
const OURS = "('public'::regnamespace, 'partitions'::regnamespace)";

/** Settings that make two readings of the same rows the same bytes, in the same order. */
export const READ_ALIKE = [
  "SET client_encoding = 'UTF8'",
  "SET datestyle = 'ISO'",
  "SET intervalstyle = 'postgres'",
  "SET timezone = 'UTC'",
  "SET bytea_output = 'hex'",
  "SET extra_float_digits = 1",
  "SET synchronize_seqscans = off",
  "SET max_parallel_workers_per_gather = 0",
  "SET statement_timeout = 0",
  "SET lock_timeout = 0",
  "SET idle_in_transaction_session_timeout = 0",
  // Everything is named with its schema, except tables of the schema public.
  "SET search_path = public",
].join("; ");

/**
 * Tables that hold rows of their own or in partitions; Prisma's list of migrations belongs to the schema.
 * @param {Client} client @returns {Promise<import("./sections.mjs").Table[]>}
 */
export async function listTables(client) {
  const { rows } = await client.query(
    `SELECT c.oid::regclass::text AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace IN ${OURS} AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> '_prisma_migrations'
     GROUP BY c.oid ORDER BY name`,
  );
  return rows;
}

/**
 * Parents before their partitions, with the indexes that a partition has beside those of its parent.
 * @param {Client} client @returns {Promise<import("./sections.mjs").Partition[]>}
 */
export async function listPartitions(client) {
  const { rows } = await client.query(
    `SELECT h.inhparent::regclass::text AS parent, c.oid::regclass::text AS name,
       pg_get_expr(c.relpartbound, c.oid) AS bound, coalesce(i.indexes, '{}') AS indexes
     FROM pg_class c JOIN pg_inherits h ON h.inhrelid = c.oid
     LEFT JOIN LATERAL (
       SELECT array_agg(pg_get_indexdef(x.indexrelid) ORDER BY x.indexrelid) AS indexes FROM pg_index x
       WHERE x.indrelid = c.oid AND NOT EXISTS (SELECT FROM pg_inherits p WHERE p.inhrelid = x.indexrelid)
         AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u', 'x'))
     ) i ON true
     WHERE c.relnamespace IN ${OURS} AND c.relkind IN ('r', 'p')
     ORDER BY cardinality(ARRAY(SELECT pg_partition_ancestors(c.oid))), name`,
  );
  return rows;
}

/** @param {Client} client @returns {Promise<import("./sections.mjs").Sequences>} */
export async function readSequences(client) {
  const { rows } = await client.query(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'S' AND relnamespace IN ${OURS} ORDER BY name`,
  );
  /** @type {import("./sections.mjs").Sequences} */
  const sequences = {};
  for (const { name } of rows) {
    const found = await client.query(`SELECT last_value::text AS last, is_called AS "isCalled" FROM ${name}`);
    sequences[name] = found.rows[0];
  }
  return sequences;
}

/**
 * The tables that hold rows themselves, each with the one that rows are copied into.
 * @typedef {{ table: string, name: string, isKeptLong: boolean }} Leaf `isKeptLong`: its file is never cut, for the sake of plans
 * @param {Client} client @returns {Promise<Leaf[]>}
 */
export async function listLeaves(client) {
  const { rows } = await client.query(
    `SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS table, c.oid::regclass::text AS name,
       coalesce(c.reloptions @> '{vacuum_truncate=false}', false) AS "isKeptLong"
     FROM pg_class c WHERE c.relnamespace IN ${OURS} AND c.relkind = 'r' AND c.relname <> '_prisma_migrations' ORDER BY name`,
  );
  return rows;
}

/**
 * Foreign keys, primary and unique keys, and indexes. Building them over all rows takes a fraction of the time of keeping
 * them up to date row by row, and no order of the tables has to be found.
 * @typedef {{ kind: "index" | "foreign key", table: string, isOfPartition: boolean, drop: string, create: string }} Rebuilt
 * @param {Client} client @returns {Promise<Rebuilt[]>} in the order of their creation
 */
export async function listRebuilt(client) {
  const indexes = await client.query(
    `SELECT 'index' AS kind, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS table, c.relispartition AS "isOfPartition",
       x.indexrelid::regclass::text AS name, pg_get_indexdef(x.indexrelid) AS definition
     FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
     WHERE c.relnamespace IN ${OURS} AND NOT EXISTS (SELECT FROM pg_inherits p WHERE p.inhrelid = x.indexrelid)
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u', 'x'))
       AND x.indrelid <> to_regclass('_prisma_migrations')
     ORDER BY name`,
  );
  const constraints = await client.query(
    `SELECT CASE k.contype WHEN 'f' THEN 'foreign key' ELSE 'index' END AS kind, k.conrelid::regclass::text AS table,
       quote_ident(k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.conparentid = 0 AND k.connamespace IN ${OURS} AND (k.contype = 'f' OR (k.contype IN ('p', 'u') AND NOT c.relispartition))
       AND k.conrelid <> to_regclass('_prisma_migrations')
     ORDER BY k.contype = 'f', 2, 3`,
  );
  return [
    ...indexes.rows.map(({ name, definition, ...rest }) => ({
      ...rest,
      drop: `DROP INDEX ${name}`,
      create: onWhole(definition),
    })),
    ...constraints.rows.map(({ kind, table, name, definition }) => ({
      kind,
      table,
      isOfPartition: false,
      drop: `ALTER TABLE ${table} DROP CONSTRAINT ${name}`,
      create: `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
    })),
  ];
}

/** PostgreSQL shows the index of a partitioned table without its parts. @param {string} definition */
export function onWhole(definition) {
  return definition.replace(/^(CREATE (?:UNIQUE )?INDEX \S+ ON) ONLY /, "$1 ");
}

/** @param {Client} client @returns {Promise<import("./sections.mjs").MigrationName[]>} */
export async function readMigrations(client) {
  const { rows } = await client.query("SELECT to_regclass('public._prisma_migrations') AS found");
  if (rows[0]?.found === null) return [];
  const applied = await client.query(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return applied.rows;
}
