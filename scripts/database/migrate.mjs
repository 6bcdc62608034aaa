import { resolve } from "node:path";
import { Problem, readCode, readMessage } from "../problem.mjs";
import { buildMigrationList, listMigrations } from "./migrations.mjs";
import { FILTERS, withSchemaEngine } from "./schema-engine.mjs";

/** Any fixed number: the process that migrates this database holds this lock. */
const MIGRATION_LOCK = 0x5fc_0001;

/**
 * Brings the database to the schema of this code. Two processes may do it at once; the second finds nothing left to do.
 * @param {string} url
 * @param {string} [directory]
 * @returns {Promise<string[]>} names of the migrations that were applied
 */
export async function migrate(url, directory = resolve("prisma/migrations")) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new Problem(`The database does not answer: ${readMessage(error)}. Check DATABASE_URL.`);
  }
  try {
    if (isCurrent(await readApplied(client), directory)) return [];
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (isCurrent(await readApplied(client), directory)) return [];
    return await applyMigrations(url, directory);
  } finally {
    await client.end();
  }
}

/** @param {string} url @param {string} directory */
async function applyMigrations(url, directory) {
  const migrationsList = buildMigrationList(directory);
  try {
    const { appliedMigrationNames } = await withSchemaEngine(url, (engine) =>
      engine.applyMigrations({ migrationsList, filters: FILTERS }),
    );
    return appliedMigrationNames;
  } catch (error) {
    throw new Problem(
      `A migration failed, and the database was left as the last good one made it:\n${readMessage(error)}`,
    );
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

/** @param {Applied[]} applied @param {string} directory */
function isCurrent(applied, directory) {
  const known = new Map(listMigrations(directory).map((migration) => [migration.name, migration.checksum]));
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
