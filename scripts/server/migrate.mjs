import { classifyMigration } from "../database/classify-migration.mjs";
import { migrate, readPending } from "../database/migrate.mjs";
import { withServiceDatabase } from "./service-database.mjs";

const DATABASE = /** @type {const} */ ({ database: { type: "string" } });

/** @type {Record<string, import("./command-line.mjs").Command>} */
export const MIGRATE_COMMANDS = {
  "migrate plan": {
    usage: "migrate plan [--database URL]",
    summary: "list missing migrations, and whether older processes can keep running beside them",
    options: DATABASE,
    run: ({ database }) => withServiceDatabase(database, showPlan),
  },
  "migrate apply": {
    usage: "migrate apply [--database URL]",
    summary: "apply them, one process at a time",
    options: DATABASE,
    run: ({ database }) => withServiceDatabase(database, applyAll),
  },
};

/** @param {string} url */
async function showPlan(url) {
  const pending = await readPending(url);
  if (pending.length === 0) return console.log("The database has every migration of this version.");
  const kinds = pending.map(({ name, sql }) => ({ name, size: Buffer.byteLength(sql), ...classifyMigration(sql) }));
  const width = Math.max(...kinds.map(({ name }) => name.length));
  console.log(pending.length === 1 ? "1 migration is pending:" : `${pending.length} migrations are pending:`);
  for (const { name, size, kind, reasons } of kinds) {
    const why = reasons.length > 0 ? `: ${reasons.join(", ")}` : "";
    console.log(`  ${name.padEnd(width)}  ${String(size).padStart(6)} bytes  ${kind}${why}`);
  }
  if (kinds.some(({ kind }) => kind === "contract"))
    console.log("Apply contracting migrations once no process runs the previous version.");
}

/** @param {string} url */
async function applyAll(url) {
  const applied = await migrate(url);
  if (applied.length === 0) return console.log("The database has every migration of this version.");
  for (const name of applied) console.log(`applied ${name}`);
}
