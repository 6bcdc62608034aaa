import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCluster } from "../../scripts/database/cluster.mjs";
import { migrate } from "../../scripts/database/migrate.mjs";
import { forgetPort, providePrepared, withdrawPrepared } from "./prepared";
import { TEMPLATE_DATABASE } from "./scenes/empty-database";
import { runSql } from "./scenes/run-sql";
import { makeDataDir, startService } from "./service";

/** The build, a data directory with the demo and a migrated cluster: made once, since nearly every process test needs them. */
export default async function prepareOnce(): Promise<() => void> {
  const service = makeDataDir();
  const scratch = mkdtempSync(join(tmpdir(), "svc-prepared-"));
  const remove = () => {
    withdrawPrepared();
    for (const directory of [service, scratch]) rmSync(directory, { recursive: true, force: true });
  };
  const works = await Promise.allSettled([prepareService(service), prepareScratch(scratch)]);
  const failed = works.find((work) => work.status === "rejected");
  if (failed) {
    remove();
    throw failed.reason;
  }
  providePrepared({ service, scratch });
  return remove;
}

async function prepareService(dataDir: string): Promise<void> {
  const service = await startService({ dataDir });
  await service.stop();
  forgetPort(join(dataDir, "postgres"));
}

async function prepareScratch(directory: string): Promise<void> {
  const place = { directory: join(directory, "postgres"), logFile: join(directory, "postgres.log") };
  const cluster = await openCluster({ ...place, isDurable: false });
  try {
    await migrate(cluster.buildUrl("postgres"));
    await runSql(cluster.buildUrl("template1"), `CREATE DATABASE ${TEMPLATE_DATABASE} TEMPLATE postgres`);
  } finally {
    await cluster.stop();
  }
  forgetPort(place.directory);
}
