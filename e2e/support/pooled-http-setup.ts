import type { TestProject } from "vitest/node";
import { openScratchCluster } from "../../scripts/database/scratch-cluster.mjs";
import { serveTests } from "./http-setup";
import { startPgbouncer } from "./servers/pgbouncer";

/** The service of all black-box tests behind a real PgBouncer in transaction mode; the tests themselves look past it. */
export default async function startPooled(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openScratchCluster();
  const databaseUrl = cluster.buildUrl("postgres");
  const pgbouncer = await startPgbouncer(databaseUrl);
  const close = async () => {
    await pgbouncer.remove();
    await cluster.stop();
  };
  try {
    const stop = await serveTests(project, { DATABASE_URL: pgbouncer.url, DATABASE_DIRECT_URL: databaseUrl });
    return async () => {
      await stop();
      await close();
    };
  } catch (error) {
    await close();
    throw error;
  }
}
