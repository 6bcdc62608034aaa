import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCluster, stopCluster } from "./cluster.mjs";
import { isRunning } from "./postmaster.mjs";

const PREFIX = "svc-scratch-";

/**
 * A PostgreSQL that lives as long as one task: in the system's temporary directory, without fsync.
 * @typedef {{ directory: string, buildUrl: (database: string) => string, stop: () => Promise<void>, restart: () => Promise<void> }} ScratchCluster
 * @returns {Promise<ScratchCluster>}
 */
export async function openScratchCluster() {
  await removeOrphans();
  const directory = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  try {
    let cluster = await openIn(directory);
    const restart = async () => {
      await cluster.stop();
      cluster = await openIn(directory);
    };
    const stop = async () => {
      await cluster.stop();
      rmSync(directory, { recursive: true, force: true });
    };
    return { directory, buildUrl: cluster.buildUrl, stop, restart };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/** @param {string} directory */
function openIn(directory) {
  return openCluster({
    directory: join(directory, "postgres"),
    logFile: join(directory, "postgres.log"),
    isDurable: false,
  });
}

/** A task that was killed leaves its PostgreSQL running. The directory's name holds its process id. */
async function removeOrphans() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = Number(name.slice(PREFIX.length).split("-")[0]);
    if (isRunning(owner)) continue;
    const directory = join(tmpdir(), name);
    await stopCluster(join(directory, "postgres")).catch(() => undefined);
    rmSync(directory, { recursive: true, force: true });
  }
}
