import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { closeDatabase } from "../../../lib/db/pool";
import { emptyDatabase } from "./empty-database";
import { type ConnectedDatabase, connectDatabase } from "./run-sql";
import { resetShared } from "./shared-state";

/**
 * A real, migrated, empty PostgreSQL database of this test file alone, and a data directory beside it.
 *
 *   // lib/tasks/store.test.ts (store tests are called store.test.ts or *.store.test.ts)
 *   const database = useTestDatabase();
 *   test("…", async () => {
 *     await createTask(…);                                             // lib/db/transaction already leads to it
 *     const rows = await database.query<{ id: string }>("SELECT id FROM tasks WHERE title = $1", ["…"]);
 *   });
 *
 * Call it at the top of the file, once. Tests of one file share the rows: give each its own users and rooms.
 */
export type TestDatabase = Pick<ConnectedDatabase, "url" | "query">;

export function useTestDatabase(): TestDatabase {
  const { url, prepare } = emptyDatabase(inject("adminDatabaseUrl"), inject("seeds"), `test_${process.pid}`);
  const dataDir = mkdtempSync(join(tmpdir(), "svc-store-"));
  const database = connectDatabase(url);

  beforeAll(async () => {
    await prepare();
    process.env["DATABASE_URL"] = url;
    process.env["SVC_DATA_DIR"] = dataDir;
    resetShared();
  });

  afterAll(async () => {
    await Promise.all([closeDatabase(), database.close()]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  return database;
}
