import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { closeDatabase } from "../../lib/platform/pool";
import { replaceDatabase } from "../../scripts/database/schema-engine.mjs";
import { runSql } from "./run-sql";
import { resetShared } from "./shared-state";
import { TEMPLATE_DATABASE } from "./store-setup";

/**
 * A real, migrated, empty PostgreSQL database of this test file alone, and a data directory beside it.
 *
 *   // lib/tasks/store.test.ts (store tests are called store.test.ts or *.store.test.ts)
 *   const database = useTestDatabase();
 *   test("…", async () => {
 *     await createTask(…);                                             // lib/platform/db already leads to it
 *     const rows = await database.query<{ id: string }>("SELECT id FROM tasks WHERE title = $1", ["…"]);
 *   });
 *
 * Call it at the top of the file, once. Tests of one file share the rows: give each its own users and rooms.
 */
export interface TestDatabase {
  /** Known once the tests run, not while the file is read. */
  readonly url: string;
  readonly query: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
}

export function useTestDatabase(): TestDatabase {
  const adminUrl = inject("adminDatabaseUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const url = replaceDatabase(adminUrl, name);

  const dataDir = mkdtempSync(join(tmpdir(), "svc-store-"));
  let opened: pg.Pool | undefined;

  beforeAll(async () => {
    await runSql(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
    process.env["DATABASE_URL"] = url;
    process.env["SVC_DATA_DIR"] = dataDir;
    resetShared();
  });

  afterAll(async () => {
    await Promise.all([closeDatabase(), opened?.end()]);
    rmSync(dataDir, { recursive: true, force: true });
    await runSql(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  });

  return {
    url,
    async query<Row>(text: string, values: readonly unknown[] = []) {
      opened ??= new pg.Pool({ connectionString: url, max: 4 }).on("error", () => undefined);
      return (await opened.query(text, [...values])).rows as Row[];
    },
  };
}
