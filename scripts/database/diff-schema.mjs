import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildMigrationList } from "./migrations.mjs";
import { FILTERS, withSchemaEngine } from "./schema-engine.mjs";

/**
 * @param {string} url a database server on which a shadow database may be made
 * @returns {Promise<string>} the SQL that leads from the migrations to prisma/schema.prisma; empty when they agree
 */
export async function diffSchema(url) {
  const directory = resolve("prisma");
  const path = join(directory, "schema.prisma");
  const { stdout } = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from: { tag: "migrations", ...buildMigrationList(join(directory, "migrations")) },
      to: { tag: "schemaDatamodel", files: [{ path, content: readFileSync(path, "utf8") }] },
      script: true,
      exitCode: null,
      filters: FILTERS,
    }),
  );
  const sql = stdout ?? "";
  return sql.includes("This is an empty migration") ? "" : sql;
}
