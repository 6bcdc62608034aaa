import type { TestProject } from "vitest/node";
import { migrate } from "../../scripts/database/migrate.mjs";
import { openScratchCluster } from "../../scripts/database/scratch-cluster.mjs";
import { readSeeds, type SeedTable, TEMPLATE_DATABASE } from "./scenes/empty-database";
import { runSql } from "./scenes/run-sql";

declare module "vitest" {
  interface ProvidedContext {
    adminDatabaseUrl: string;
    seeds: SeedTable[];
  }
}

/** One PostgreSQL a run; each worker copies its database from the migrated template and empties it between test files. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openScratchCluster();
  try {
    const adminUrl = cluster.buildUrl("postgres");
    await runSql(adminUrl, `CREATE DATABASE ${TEMPLATE_DATABASE}`);
    const templateUrl = cluster.buildUrl(TEMPLATE_DATABASE);
    await migrate(templateUrl);
    // The clock of a test may stand before its database was made, and then its requests are to be counted all the same.
    await runSql(templateUrl, "UPDATE request_rollups SET counted_until = counted_until - interval '1 hour'");
    project.provide("adminDatabaseUrl", adminUrl);
    project.provide("seeds", await readSeeds(templateUrl));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster.stop;
}
