import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { openCluster } from "../database/cluster.mjs";
import { Problem } from "../problem.mjs";
import { acquireLock } from "../start/instance-lock.mjs";

/** Past a pooler, where there is one. */
function findDatabaseUrl() {
  return process.env["DATABASE_DIRECT_URL"] || process.env["DATABASE_URL"];
}

/**
 * The database that the option or DATABASE_URL names, else the one that npm start keeps under SVC_DATA_DIR: a running one
 * is used as it is, a stopped one runs for the time of the work. A missing one is an error, or made.
 * @template T @param {string | boolean | undefined} given @param {(url: string) => Promise<T>} work @param {{ isMade?: boolean }} [options]
 */
export async function withServiceDatabase(given, work, { isMade = false } = {}) {
  const url = given || findDatabaseUrl();
  if (url) return work(String(url));
  const dataDir = resolve(process.env["SVC_DATA_DIR"] || ".data");
  const place = { directory: join(dataDir, "postgres"), logFile: join(dataDir, "postgres.log") };
  if (isMade) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  else if (!existsSync(join(place.directory, "PG_VERSION")))
    throw new Problem(`DATABASE_URL is not set, and ${dataDir} contains no database.`);
  const lock = await acquireLock(dataDir, `process ${process.pid}, svc-server`);
  const cluster = await openCluster(place);
  try {
    return await work(await cluster.openService());
  } finally {
    if (lock.isHeld) {
      await cluster.stop();
      await lock.release();
    }
  }
}
