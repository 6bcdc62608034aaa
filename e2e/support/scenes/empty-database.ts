import pg from "pg";
import { replaceDatabase } from "../../../scripts/database/schema-engine.mjs";
import { runSql } from "./run-sql";

export const TEMPLATE_DATABASE = "svc_template";

/** Everything of a database except rows. A file that changed it gets a new copy of the template. */
const READ_SHAPE = `
  SELECT md5(string_agg(part, ' ' ORDER BY part)) AS shape FROM (
    SELECT concat('class', oid, relname, relchecks, relhastriggers, relispartition, reloptions) FROM pg_class
    WHERE relnamespace <> 'pg_toast'::regnamespace
    UNION ALL SELECT concat('column', attrelid, attnum, attname, atttypid, attnotnull, atthasdef) FROM pg_attribute WHERE attrelid >= 16384
    UNION ALL SELECT concat('constraint', oid, conname, convalidated) FROM pg_constraint
    UNION ALL SELECT concat('index', indexrelid, indisvalid) FROM pg_index
    UNION ALL SELECT concat('trigger', oid, tgenabled) FROM pg_trigger
    UNION ALL SELECT concat('function', oid, md5(prosrc)) FROM pg_proc WHERE oid >= 16384
    UNION ALL SELECT concat('type', oid) FROM pg_type WHERE oid >= 16384
    UNION ALL SELECT concat('statistics', starelid, staattnum) FROM pg_statistic WHERE starelid >= 16384
    UNION ALL SELECT concat('setting', setrole, setconfig) FROM pg_db_role_setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
  ) AS parts (part)`;

const READ_TOUCHED = `
  SELECT array_agg(oid::regclass::text) FILTER (WHERE relkind = 'r') AS tables,
    array_agg(oid::regclass::text) FILTER (WHERE relkind = 'S' AND pg_sequence_last_value(oid) IS NOT NULL) AS sequences,
    coalesce(bool_or(pg_relation_size(oid) > 500000), false) AS "isLarge"
  FROM pg_class WHERE oid >= 16384 AND relkind IN ('r', 'S') AND pg_relation_size(oid) > 0
    AND relnamespace IN ('public'::regnamespace, 'partitions'::regnamespace)`;

/** The planner takes a table that was never vacuumed for a small one, not for an empty one. */
const FORGET_VACUUM = "UPDATE pg_class SET reltuples = -1, relallvisible = 0 WHERE oid = ANY ($1::regclass[])";

interface Touched {
  tables: string[] | null;
  sequences: string[] | null;
  isLarge: boolean;
}

const READ_COMMENT = `SELECT shobj_description(oid, 'pg_database') AS shape FROM pg_database WHERE datname = $1`;

export interface SeedTable {
  table: string;
  rows: string;
}

/** The rows that migrations leave. */
export async function readSeeds(url: string): Promise<SeedTable[]> {
  const [touched] = await runSql<{ tables: string[] | null }>(url, READ_TOUCHED);
  const seeds: SeedTable[] = [];
  for (const table of touched?.tables ?? []) {
    const [read] = await runSql<{ rows: string }>(url, `SELECT json_agg(t)::text AS rows FROM ${table} AS t`);
    if (read?.rows) seeds.push({ table, rows: read.rows });
  }
  return seeds;
}

/** A database of one worker, which its test files use one after the other. Emptying it takes a tenth of copying it. */
export function emptyDatabase(adminUrl: string, seeds: readonly SeedTable[], name: string) {
  const url = replaceDatabase(adminUrl, name);

  async function copyTemplate(): Promise<void> {
    await runSql(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await runSql(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
    const [read] = await runSql<{ shape: string }>(url, READ_SHAPE);
    await runSql(adminUrl, `COMMENT ON DATABASE ${name} IS '${read?.shape}'`);
  }

  /** False if more than rows has to change. */
  async function removeRows(shape: string): Promise<boolean> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
      const { rows: shapes } = await client.query<{ shape: string }>(READ_SHAPE);
      if (shapes[0]?.shape !== shape) return false;
      const { rows: touched } = await client.query<Touched>(READ_TOUCHED);
      const { tables, sequences, isLarge } = touched[0] ?? { tables: null, sequences: null, isLarge: false };
      await client.query("SET client_min_messages = warning");
      await client.query("SET session_replication_role = replica");
      if (tables) await (isLarge ? truncate(client, tables) : empty(client, tables));
      for (const sequence of sequences ?? []) await client.query(`ALTER SEQUENCE ${sequence} RESTART`);
      for (const { table, rows } of seeds)
        await client.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [rows]);
      return true;
    } finally {
      await client.end();
    }
  }

  return {
    url,
    prepare: async (): Promise<void> => {
      const [found] = await runSql<{ shape: string | null }>(adminUrl, READ_COMMENT, [name]);
      if (!found?.shape || !(await removeRows(found.shape))) await copyTemplate();
    },
  };
}

async function truncate(client: pg.Client, tables: string[]): Promise<void> {
  await client.query(`TRUNCATE ${tables.join()} CASCADE`);
}

/** TRUNCATE would create files for each table, index and referring table. */
async function empty(client: pg.Client, tables: string[]): Promise<void> {
  for (const table of tables) await client.query(`DELETE FROM ${table}`);
  await client.query(`VACUUM ${tables.join()}`);
  await client.query(FORGET_VACUUM, [tables]);
}
