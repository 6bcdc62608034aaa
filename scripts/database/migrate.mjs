import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Problem, readCode, readMessage } from "../problem.mjs";
import { isContractStep } from "./classify-migration.mjs";
import { FILTERS, UNLIMITED, withSchemaEngine } from "./schema-engine.mjs";
import { requireWhole } from "./unfinished-restore.mjs";

/** Any fixed number: the process that migrates this database holds this lock. */
const MIGRATION_LOCK = 0x5fc_0001;
export const MIGRATIONS = join("prisma", "migrations");
/** A process that stops because of this alone: a deployment can tell it from every other failure. */
const PENDING_EXIT_CODE = 3;

/** @typedef {{ name: string, sql: string, checksum: string }} Migration */

/**
 * Brings the database to the schema of this code. Two processes may do it at once; the second finds nothing left to do.
 * @param {string} url @param {string} [until] the name of the last migration to apply
 * @returns {Promise<string[]>} the names of those that this call applied
 */
export function migrate(url, until) {
  return withDatabase(url, async (client) => {
    const readPending = async () =>
      findPending(await readApplied(client)).filter(({ name }) => until === undefined || name <= until);
    if ((await readPending()).length === 0) return [];
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const pending = await readPending();
    if (pending.length === 0) return [];
    const migrationsList = buildMigrationList(until);
    await withSchemaEngine(url, (engine) => engine.applyMigrations({ migrationsList, filters: FILTERS })).catch(
      (error) => {
        throw new Problem(
          `A migration failed. The database is as the last successful migration left it:\n${readMessage(error)}`,
        );
      },
    );
    return pending.map(({ name }) => name);
  });
}

/** Migrations that the database lacks, oldest first. @param {string} url */
export function readPending(url) {
  return withDatabase(url, async (client) => findPending(await readApplied(client)));
}

/** @param {string} url */
export async function requireMigrated(url) {
  const pending = await readPending(url);
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => `  ${name}`).join("\n");
  throw new Problem(
    `The database lacks ${pending.length === 1 ? "a migration" : `${pending.length} migrations`} of this version:\n${names}\n` +
      "Run npm run svc-server -- migrate apply, or set SVC_MIGRATE_ON_START=true.",
    PENDING_EXIT_CODE,
  );
}

/** @template T @param {string} url @param {(client: import("pg").Client) => Promise<T>} work */
export async function withDatabase(url, work) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, options: UNLIMITED });
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

/**
 * A migration that another process is applying has a row already. It counts as not applied, and not as one that failed:
 * that is known only once nobody holds the lock, and the rows are read after that.
 * @param {import("pg").Client} client @returns {Promise<Applied[]>}
 */
async function readApplied(client) {
  await requireWhole(client);
  const applied = await listApplied(client);
  if (applied.every(({ isFinished }) => isFinished)) return applied;
  return (await isMigratedByAnother(client)) ? applied.filter(({ isFinished }) => isFinished) : listApplied(client);
}

/** @param {import("pg").Client} client @returns {Promise<boolean>} */
async function isMigratedByAnother(client) {
  const { rows } = await client.query(
    `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database AND d.datname = current_database()
     WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1 AND granted AND pid <> pg_backend_pid()`,
    [MIGRATION_LOCK],
  );
  return rows.length > 0;
}

/** @param {import("pg").Client} client @returns {Promise<Applied[]>} */
async function listApplied(client) {
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

/** @param {Applied[]} applied @returns {Migration[]} */
function findPending(applied) {
  const migrations = listMigrations();
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const foreign = findForeign(migrations, applied);
  if (foreign !== undefined) {
    throw new Problem(
      `The database has a newer schema than this code (it knows no migration ${foreign}). Update the code, or use another database.`,
    );
  }
  const edited = applied.find(({ name, checksum }) => known.has(name) && known.get(name) !== checksum);
  if (edited) {
    throw new Problem(
      `Migration ${edited.name} was changed after this database applied it. Restore the file, or use another database.`,
    );
  }
  const failed = applied.find(({ isFinished }) => !isFinished);
  if (failed) {
    throw new Problem(
      `Migration ${failed.name} failed halfway in this database. Repair it with "npx prisma migrate resolve", or use another database.`,
    );
  }
  const names = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !names.has(name));
}

/**
 * A migration that this code cannot run beside. Those that only expand are no hindrance, so that one can go back to the version
 * before: they came after all of ours, and none is named as one that contracts.
 * @param {Migration[]} migrations @param {Applied[]} applied @returns {string | undefined}
 */
function findForeign(migrations, applied) {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.map(({ name }) => name).filter((name) => !known.has(name));
  const last = migrations.at(-1)?.name ?? "";
  const isWhole = applied.length - unknown.length === migrations.length;
  return unknown.find((name) => !isWhole || name < last || isContractStep(name));
}

/** @param {string} [until] @returns {import("@prisma/schema-engine-wasm").MigrationList} */
export function buildMigrationList(until) {
  return {
    baseDir: resolve(MIGRATIONS),
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: listMigrations()
      .filter(({ name }) => until === undefined || name <= until)
      .map(({ name, sql }) => ({
        path: name,
        migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
      })),
  };
}

/** Oldest first. @returns {Migration[]} */
export function listMigrations() {
  return readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(join(MIGRATIONS, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
