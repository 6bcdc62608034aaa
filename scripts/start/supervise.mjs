import { setTimeout as sleep } from "node:timers/promises";

const CHECK_EVERY_MS = 250;
const BACKOFF_MS = [0, 250, 500, 1_000, 2_000, 5_000];

/**
 * Restarts PostgreSQL when it dies under the running service, until the signal says that it should die.
 * @param {import("../database/cluster.mjs").Cluster} cluster
 * @param {AbortSignal} signal
 */
export async function superviseCluster(cluster, signal) {
  while (await wait(CHECK_EVERY_MS, signal)) {
    if (!cluster.isAlive()) await revive(cluster, signal);
  }
}

/** @param {import("../database/cluster.mjs").Cluster} cluster @param {AbortSignal} signal */
async function revive(cluster, signal) {
  report("PostgreSQL ended unexpectedly; starting it again");
  for (let attempt = 0; await wait(BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)] ?? 0, signal); attempt += 1) {
    try {
      await cluster.restart();
      return report("PostgreSQL is back");
    } catch (error) {
      report(error instanceof Error ? error.message : String(error));
    }
  }
}

/** @param {string} msg in the shape of the service's own log */
function report(msg) {
  console.log(JSON.stringify({ level: 40, time: new Date().toISOString(), msg }));
}

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<boolean>} false when the signal has aborted */
async function wait(ms, signal) {
  return sleep(ms, true, { signal, ref: false }).catch(() => false);
}
