import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCluster, stopCluster } from "./cluster.mjs";
import { isRunning } from "./postmaster.mjs";

const PREFIX = "svc-scratch-";

/**
 * A PostgreSQL that lives as long as one task: in the system's temporary directory, without fsync.
 * @param {(directory: string) => void} [fill] puts the files of a stopped cluster into the folder `postgres` of this directory
 */
export async function openScratchCluster(fill) {
  await removeOrphans();
  const directory = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const place = { directory: join(directory, "postgres"), logFile: join(directory, "postgres.log") };
  try {
    fill?.(directory);
    const cluster = await openCluster({ ...place, isDurable: false });
    return {
      buildUrl: cluster.buildUrl,
      restart: async () => {
        await cluster.stop();
        await cluster.restart();
      },
      stop: async () => {
        await cluster.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
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
