import type { TestProject } from "vitest/node";
import { migrate } from "../../scripts/database/migrate.mjs";
import { openScratchCluster } from "../../scripts/database/scratch-cluster.mjs";
import { runSql } from "./run-sql";

declare module "vitest" {
  interface ProvidedContext {
    adminDatabaseUrl: string;
  }
}

export const TEMPLATE_DATABASE = "svc_template";

/** One PostgreSQL a run; each test file copies its database from the migrated template. */
export default async function startCluster(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openScratchCluster();
  try {
    const adminUrl = cluster.buildUrl("postgres");
    await runSql(adminUrl, `CREATE DATABASE ${TEMPLATE_DATABASE}`);
    await migrate(cluster.buildUrl(TEMPLATE_DATABASE));
    project.provide("adminDatabaseUrl", adminUrl);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster.stop;
}
