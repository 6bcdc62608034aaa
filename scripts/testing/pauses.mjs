import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const PAUSE_MS = /** @type {const} */ ([50, 500]);
export const LEFT_ALONE = "SVC_TEST_LEFT_ALONE";
const EVERY_MS = /** @type {const} */ ([100, 1_000]);

/**
 * Stops random processes of this run by SIGSTOP for a moment, as a crowded machine does. Linux only.
 * @returns {() => Promise<void>} ends it; no process stays stopped
 */
export function startPauses() {
  const over = new AbortController();
  const done = pauseAtRandom(over.signal);
  return async () => {
    over.abort();
    await done;
  };
}

/** @param {AbortSignal} signal */
async function pauseAtRandom(signal) {
  while (!signal.aborted) {
    await sleep(pick(EVERY_MS), undefined, { signal }).catch(() => undefined);
    const pids = listDescendants();
    const pid = pids[Math.floor(Math.random() * pids.length)];
    if (pid === undefined || !send(pid, "SIGSTOP")) continue;
    await sleep(pick(PAUSE_MS));
    send(pid, "SIGCONT");
  }
}

/** @param {readonly [number, number]} range */
function pick([least, most]) {
  return least + Math.random() * (most - least);
}

/** @param {number} pid @param {NodeJS.Signals} signal @returns {boolean} false when it has ended */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Sessions of their own, as PostgreSQL's, are found by their parents, too. @returns {number[]} */
function listDescendants() {
  /** @type {Map<number, number>} */
  const parents = new Map();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (/** @type {number | undefined} */ pid) => {
    for (let at = pid; at; at = parents.get(at)) if (at === process.pid) return true;
    return false;
  };
  return [...parents.keys()].filter((pid) => pid !== process.pid && isOurs(pid) && !isLeftAlone(pid));
}

/** A test that stops a process itself must not find it running again. @param {number} pid */
function isLeftAlone(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`${LEFT_ALONE}=true`);
  } catch {
    return true;
  }
}
