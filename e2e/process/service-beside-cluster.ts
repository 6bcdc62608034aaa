import { rmSync } from "node:fs";
import { join } from "node:path";
import { openCluster } from "../../scripts/database/cluster.mjs";
import { makeDemoDir, type Service, startService } from "../support/service";

/** A service with its demo whose PostgreSQL is not its own to restart: for tests in which the database goes away. */
export interface ServiceBesideCluster extends Service {
  stopCluster(): Promise<void>;
  /** Stops both, and removes their data. */
  remove(): Promise<void>;
}

export async function startBesideCluster(env: Record<string, string> = {}): Promise<ServiceBesideCluster> {
  const dataDir = makeDemoDir();
  const place = { directory: join(dataDir, "postgres"), logFile: join(dataDir, "postgres.log"), isDurable: false };
  const cluster = await openCluster(place);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const service = await startService({ dataDir, env: { ...env, DATABASE_URL: await cluster.openService() } });
    return {
      ...service,
      stopCluster: cluster.stop,
      async remove() {
        await service.stop();
        await cluster.stop();
        remove();
      },
    };
  } catch (error) {
    await cluster.stop();
    remove();
    throw error;
  }
}
