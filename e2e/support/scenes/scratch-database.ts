import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { migrate } from "../../../scripts/database/migrate.mjs";
import { replaceDatabase } from "../../../scripts/database/schema-engine.mjs";
import { openScratchCluster } from "../../../scripts/database/scratch-cluster.mjs";
import { copyInto, findPrepared } from "../prepared";
import type { TestDatabase } from "./database";
import { TEMPLATE_DATABASE } from "./empty-database";

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
  /** Another database of the server, by its name: empty, or migrated. */
  create(name: string, content?: "migrated"): Promise<string>;
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
    const prepared = findPrepared();
    const cluster = await openScratchCluster(prepared && ((directory) => copyInto(prepared.scratch, directory)));
    opened.stop = cluster.stop;
    opened.restart = cluster.restart;
    const url = cluster.buildUrl("postgres");
    if (!prepared) await migrate(url);
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
    async create(name, content) {
      const isCopy = content === "migrated" && findPrepared() !== undefined;
      await current().query(`CREATE DATABASE ${name}${isCopy ? ` TEMPLATE ${TEMPLATE_DATABASE}` : ""}`);
      const url = replaceDatabase(current().url, name);
      if (content === "migrated" && !isCopy) await migrate(url);
      return url;
    },
  };
}
