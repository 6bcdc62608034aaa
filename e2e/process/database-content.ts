import pg from "pg";
import { runSql } from "../support/scenes/run-sql";

/** Everything that a database is made of, as text that can be compared with another one's. */
export async function describeDatabase(url: string): Promise<string[]> {
  const rows = await runSql<{ line: string }>(
    url,
    `SELECT 'column ' || c.oid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull
         || coalesce(' ' || pg_get_expr(d.adbin, d.adrelid), '') AS line
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p')
         AND c.relnamespace IN ('public'::regnamespace, 'partitions'::regnamespace)
     UNION ALL SELECT 'index ' || tablename || ' ' || regexp_replace(indexdef, 'INDEX \\S+ ON', 'INDEX ON')
       FROM pg_indexes WHERE schemaname IN ('public', 'partitions')
     UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
       FROM pg_constraint WHERE connamespace IN ('public'::regnamespace, 'partitions'::regnamespace) AND contype <> 'n'
     UNION ALL SELECT 'partition ' || oid::regclass || ' ' || pg_get_expr(relpartbound, oid) || ' ' || coalesce(reloptions::text, '')
       FROM pg_class WHERE relispartition AND relkind IN ('r', 'p')
     UNION ALL SELECT 'sequence ' || sequencename || ' ' || coalesce(last_value, 0) FROM pg_sequences
     ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}

export async function readRows(url: string): Promise<Record<string, { rows: number; digest: string }>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET timezone = 'UTC'");
    const tables = await client.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
       AND relnamespace IN ('public'::regnamespace, 'partitions'::regnamespace) AND relname <> '_prisma_migrations'`,
    );
    const contents: Record<string, { rows: number; digest: string }> = {};
    for (const { name } of tables.rows) {
      const found = await client.query<{ rows: number; digest: string }>(
        `SELECT count(*)::int AS rows, md5(coalesce(string_agg(md5(t::text), '' ORDER BY t::text), '')) AS digest FROM ${name} t`,
      );
      if (found.rows[0]) contents[name] = found.rows[0];
    }
    return contents;
  } finally {
    await client.end();
  }
}
