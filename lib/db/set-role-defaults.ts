import pg from "pg";
import { directDatabaseUrl, isPooled } from "../platform/env";
import { log } from "../platform/log";
import { POOLED_SETTINGS, pool } from "./pool";

const READ_SETTINGS = `SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name`;

/**
 * A pooler takes our settings from the defaults of our role. Wrong ones would show times of another zone, so a pooler
 * that lacks them ends the start.
 */
export async function setRoleDefaults(): Promise<void> {
  if (!isPooled()) return;
  const client = new pg.Client({ connectionString: directDatabaseUrl() });
  await client.connect();
  try {
    const missing = await listMissing(client);
    if (missing.length > 0) await alterRole(client, missing);
  } finally {
    await client.end();
  }
  const still = await listMissing(pool());
  if (still.length > 0)
    throw new Error(
      `The connections of the pooler lack the settings ${still.join(", ")} of the role. Let it open new ones (RECONNECT in PgBouncer's console), and use the same role and database in DATABASE_URL and DATABASE_DIRECT_URL.`,
    );
}

async function listMissing(executor: Pick<pg.Client | pg.Pool, "query">): Promise<string[]> {
  const { rows } = await executor.query<{ name: string; value: string }>(READ_SETTINGS, [Object.keys(POOLED_SETTINGS)]);
  return rows.filter(({ name, value }) => value !== POOLED_SETTINGS[name]).map(({ name }) => name);
}

async function alterRole(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock(hashtext('svc.role-defaults'))");
  const { rows } = await client.query<{ database: string }>("SELECT current_database() AS database");
  const database = pg.escapeIdentifier(rows[0]?.database ?? "");
  for (const name of names)
    await client.query(
      `ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = ${pg.escapeLiteral(POOLED_SETTINGS[name] ?? "")}`,
    );
  await client.query("COMMIT");
  log().info({ settings: names }, "the settings of our connections are now defaults of the role");
}
