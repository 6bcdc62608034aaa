import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { migrate } from "../../scripts/database/migrate.mjs";
import { openScratchCluster } from "../../scripts/database/scratch-cluster.mjs";
import type { TestDatabase } from "./database";

export interface ConnectedDatabase extends TestDatabase {
  close(): Promise<void>;
}

export function connectDatabase(url: string): ConnectedDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 4 }).on("error", () => undefined);
  return {
    url,
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await pool.query(text, [...values])).rows as Row[],
    close: () => pool.end(),
  };
}

export interface ScratchDatabase extends TestDatabase {
  /** Stops the server while it is in use, and starts it again on its port. */
  restart(): Promise<void>;
}

/**
 * A PostgreSQL server of this test file alone, with one migrated, empty database: for tests that kill what uses it.
 * Its address is known once the tests run, not while the file is read.
 */
export function useScratchDatabase(): ScratchDatabase {
  const opened: { database?: ConnectedDatabase; stop?: () => Promise<void>; restart?: () => Promise<void> } = {};
  const current = (): ConnectedDatabase => {
    if (!opened.database) throw new Error("The database is there once the tests run.");
    return opened.database;
  };

  beforeAll(async () => {
    const cluster = await openScratchCluster();
    opened.stop = cluster.stop;
    opened.restart = cluster.restart;
    const url = cluster.buildUrl("postgres");
    await migrate(url);
    opened.database = connectDatabase(url);
  });

  afterAll(async () => {
    await opened.database?.close();
    await opened.stop?.();
  });

  return {
    get url() {
      return current().url;
    },
    query: (text, values) => current().query(text, values),
    restart: async () => opened.restart?.(),
  };
}
