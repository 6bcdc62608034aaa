import { explainPort } from "../database/free-port.mjs";
import { Problem } from "../problem.mjs";
import { listenForStop } from "./stop-signal.mjs";

/**
 * @typedef {import("../database/cluster.mjs").Cluster} Cluster
 * @typedef {{ url: string, close: () => Promise<void> }} RunningServer
 * @typedef {{ cluster?: Cluster, gateway?: { close: () => Promise<void> }, receiver?: { close: () => Promise<void> }, server?: RunningServer }} Parts everything that has to be stopped
 */

/**
 * The life of a process that serves: starts its parts, waits for the wish to stop, and stops what has started.
 * @param {(parts: Parts, signal: AbortSignal) => Promise<void>} startParts
 */
export async function runUntilStopped(startParts) {
  Object.assign(process.env, { NEXT_TELEMETRY_DISABLED: "1" });
  const stop = listenForStop();
  /** @type {Parts} */
  const parts = {};
  process.once("uncaughtException", (error) => {
    reportFailure(error);
    stop.begin();
  });
  try {
    await startParts(parts, stop.signal);
    await stop.requested;
  } catch (error) {
    if (!stop.signal.aborted) reportFailure(error);
  }
  await stopParts(parts, stop);
  // Next keeps timers of its own.
  process.exit();
}

/** @param {Parts} parts @param {import("./stop-signal.mjs").Stop} stop */
async function stopParts({ server, gateway, receiver, cluster }, stop) {
  stop.begin();
  await Promise.race([server?.close().catch((error) => console.error(explain(error))), stop.forced]);
  await Promise.all([gateway?.close(), receiver?.close()]);
  await cluster?.stop();
}

/** @param {unknown} error */
function reportFailure(error) {
  console.error(explain(error));
  process.exitCode = error instanceof Problem ? error.exitCode : 1;
}

/** @param {unknown} error */
function explain(error) {
  const told = explainPort(error, Number(process.env["PORT"] || 3000));
  if (!(told instanceof Error)) return String(told);
  return told instanceof Problem || told.name === "EnvError" ? told.message : told.stack;
}
