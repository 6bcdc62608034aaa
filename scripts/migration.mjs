import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { classifyMigration, findMisnamed, isContractStep } from "./database/classify-migration.mjs";
import { buildMigrationList, listMigrations, MIGRATIONS } from "./database/migrate.mjs";
import { FILTERS, withSchemaEngine } from "./database/schema-engine.mjs";
import { openScratchCluster } from "./database/scratch-cluster.mjs";

/**
 * npm run db:new -- verb_noun writes the SQL that leads from the migrations to prisma/schema.prisma.
 * npm run db:check fails when there is any, and when a migration contracts without saying so in its name.
 */
const SCHEMA = resolve("prisma", "schema.prisma");

const [name = ""] = process.argv.slice(2);
const isCheck = name === "--check";

if (!isCheck && !/^[a-z]+(_[a-z0-9]+)+$/.test(name)) {
  console.error("Pass the migration's effect: npm run db:new -- add_task_labels");
  process.exit(1);
}

const cluster = await openScratchCluster();
try {
  report(await diffSchema(cluster.buildUrl("postgres")));
  if (isCheck) reportMisnamed(findMisnamed(listMigrations()));
} finally {
  await cluster.stop();
}

/** @param {string} sql */
function report(sql) {
  if (sql === "") return console.log("The migrations make prisma/schema.prisma.");
  if (!isCheck) return console.log(`Wrote ${writeMigration(sql)}. Read it before you commit it.`);
  console.error(`prisma/schema.prisma is ahead of the migrations (npm run db:new -- verb_noun writes one):\n${sql}`);
  process.exitCode = 1;
}

/** @param {string[]} problems */
function reportMisnamed(problems) {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

/** Empty when they agree. @param {string} url of a server on which a shadow database may be made */
async function diffSchema(url) {
  const { stdout } = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from: { tag: "migrations", ...buildMigrationList() },
      to: { tag: "schemaDatamodel", files: [{ path: SCHEMA, content: readFileSync(SCHEMA, "utf8") }] },
      script: true,
      exitCode: null,
      filters: FILTERS,
    }),
  );
  const sql = stdout ?? "";
  return sql.includes("This is an empty migration") ? "" : sql;
}

/** @param {string} sql */
function writeMigration(sql) {
  const { kind } = classifyMigration(sql);
  if (kind === "contract" && !isContractStep(`0_${name}`))
    console.warn("It contracts: processes of the version before break. Its name must begin with contract_.");
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = join(MIGRATIONS, `${stamp}_${name}`, "migration.sql");
  mkdirSync(dirname(file));
  writeFileSync(file, sql);
  return file;
}
