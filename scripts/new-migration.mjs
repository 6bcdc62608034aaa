import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diffSchema } from "./database/diff-schema.mjs";
import { LOCK } from "./database/migrations.mjs";
import { openScratchCluster } from "./database/scratch-cluster.mjs";

/** npm run db:new -- verb_noun: writes the SQL that leads from the migrations to prisma/schema.prisma. */
const name = process.argv[2] ?? "";
const MIGRATIONS = join("prisma", "migrations");

if (!/^[a-z]+(_[a-z0-9]+)+$/.test(name)) {
  console.error("Name what the migration does, as in: npm run db:new -- add_task_labels");
  process.exit(1);
}

const cluster = await openScratchCluster();
try {
  const sql = await diffSchema(cluster.buildUrl("postgres"));
  if (sql === "") console.log("The migrations already make prisma/schema.prisma. Nothing was written.");
  else console.log(`Wrote ${writeMigration(sql)}. Read it before you commit it.`);
} finally {
  await cluster.stop();
}

/** @param {string} sql */
function writeMigration(sql) {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const directory = join(MIGRATIONS, `${stamp}_${name}`);
  mkdirSync(directory, { recursive: true });
  const lockFile = join(MIGRATIONS, "migration_lock.toml");
  if (!existsSync(lockFile)) writeFileSync(lockFile, LOCK);
  writeFileSync(join(directory, "migration.sql"), sql);
  return join(directory, "migration.sql");
}
