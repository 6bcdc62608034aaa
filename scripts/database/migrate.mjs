import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Problem, readCode, readMessage } from "../problem.mjs";
import { FILTERS, withSchemaEngine } from "./schema-engine.mjs";

/** Any fixed number: the process that migrates this database holds this lock. */
const MIGRATION_LOCK = 0x5fc_0001;
export const MIGRATIONS = join("prisma", "migrations");

/**
 * Brings the database to the schema of this code. Two processes may do it at once; the second finds nothing left to do.
 * @param {string} url
 */
export function migrate(url) {
  return withDatabase(url, async (client) => {
    if (isCurrent(await readApplied(client))) return;
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (isCurrent(await readApplied(client))) return;
    const migrationsList = buildMigrationList();
    await withSchemaEngine(url, (engine) => engine.applyMigrations({ migrationsList, filters: FILTERS })).catch(
      (error) => {
        throw new Problem(
          `A migration failed, and the database was left as the last good one made it:\n${readMessage(error)}`,
        );
      },
    );
  });
}

/** @template T @param {string} url @param {(client: import("pg").Client) => Promise<T>} work */
export async function withDatabase(url, work) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect().catch((error) => {
    throw new Problem(`The database does not answer: ${readMessage(error)}. Check DATABASE_URL.`);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** @typedef {{ name: string, checksum: string, isFinished: boolean }} Applied */

/** @param {import("pg").Client} client @returns {Promise<Applied[]>} */
async function readApplied(client) {
  try {
    const { rows } = await client.query(
      `SELECT migration_name AS "name", checksum, finished_at IS NOT NULL AS "isFinished"
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    );
    return rows;
  } catch (error) {
    if (readCode(error) === "42P01") return [];
    throw error;
  }
}

/** @param {Applied[]} applied */
function isCurrent(applied) {
  const known = new Map(
    listMigrations().map(({ name, sql }) => [name, createHash("sha256").update(sql).digest("hex")]),
  );
  const unknown = applied.find(({ name }) => !known.has(name));
  if (unknown) {
    throw new Problem(
      `The database has a newer schema than this code (it knows no migration ${unknown.name}). Update the code, or use another database.`,
    );
  }
  const edited = applied.find(({ name, checksum }) => known.get(name) !== checksum);
  if (edited) {
    throw new Problem(
      `Migration ${edited.name} was changed after this database applied it. Restore the file, or use another database.`,
    );
  }
  const failed = applied.find(({ isFinished }) => !isFinished);
  if (failed) {
    throw new Problem(
      `Migration ${failed.name} failed half way in this database. Repair it with "npx prisma migrate resolve", or use another database.`,
    );
  }
  return applied.length === known.size;
}

/** @returns {import("@prisma/schema-engine-wasm").MigrationList} */
export function buildMigrationList() {
  return {
    baseDir: resolve(MIGRATIONS),
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: listMigrations().map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
    })),
  };
}

/** Oldest first. */
function listMigrations() {
  return readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, sql: readFileSync(join(MIGRATIONS, name, "migration.sql"), "utf8") }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
