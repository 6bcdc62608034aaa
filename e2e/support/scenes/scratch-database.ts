import { migrate } from "../../../scripts/database/migrate.mjs";
import { replaceDatabase } from "../../../scripts/database/schema-engine.mjs";
import { openScratchCluster } from "../../../scripts/database/scratch-cluster.mjs";
import { copyInto, findPrepared } from "../prepared";
import { TEMPLATE_DATABASE } from "./empty-database";
import { useOpened } from "./opened";
import { connectDatabase } from "./run-sql";

/**
 * A PostgreSQL server of this test file alone, with one migrated, empty database: for tests that kill what uses it.
 * Its address is known once the tests run, not while the file is read.
 */
export function useScratchDatabase() {
  const cluster = useOpened(
    () => {
      const prepared = findPrepared();
      return openScratchCluster(prepared && ((directory) => copyInto(prepared.scratch, directory)));
    },
    ({ stop }) => stop(),
  );
  const current = useOpened(
    async () => {
      const url = cluster().buildUrl("postgres");
      if (!findPrepared()) await migrate(url);
      return connectDatabase(url);
    },
    (database) => database.close(),
  );

  return {
    get url() {
      return current().url;
    },
    query: <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) =>
      current().query<Row>(text, values),
    /** Stops the server while it is in use, and starts it again on its port. */
    restart: () => cluster().restart(),
    /** Another database of the server, by its name: empty, or migrated. */
    async create(name: string, content?: "migrated"): Promise<string> {
      const isCopy = content === "migrated" && findPrepared() !== undefined;
      await current().query(`CREATE DATABASE ${name}${isCopy ? ` TEMPLATE ${TEMPLATE_DATABASE}` : ""}`);
      const url = replaceDatabase(current().url, name);
      if (content === "migrated" && !isCopy) await migrate(url);
      return url;
    },
  };
}
