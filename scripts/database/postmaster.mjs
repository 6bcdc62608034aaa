import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** @typedef {{ pid: number, port: number, status: string }} Postmaster what postmaster.pid says */

/** @param {string} directory @returns {Postmaster | undefined} */
export function readPostmaster(directory) {
  try {
    const lines = readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? "starting").trim() };
  } catch {
    return undefined;
  }
}

/**
 * The number may belong to another process by now.
 * @param {number} pid @param {string} directory
 */
export function isPostmaster(pid, directory) {
  if (!isRunning(pid)) return false;
  if (process.platform === "linux") return readWorkingDirectory(pid) === realpathSync(directory);
  return readCommand(pid).toLowerCase().includes("postgres");
}

/** @param {number} pid */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return !isZombie(pid);
}

/**
 * A killed process without a parent that waits for it still has a number; PostgreSQL itself would take it for alive.
 * @param {number} pid
 */
function isZombie(pid) {
  if (process.platform !== "linux") return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(")") + 1));
  } catch {
    return true;
  }
}

/** @param {number} pid */
function readWorkingDirectory(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function readCommand(pid) {
  const isWindows = process.platform === "win32";
  const args = isWindows ? ["/FI", `PID eq ${pid}`, "/NH"] : ["-p", String(pid), "-o", "comm="];
  try {
    return execFileSync(isWindows ? "tasklist" : "ps", args, { encoding: "utf8", timeout: 5_000 });
  } catch {
    return "";
  }
}

/**
 * Removes the remains of a killed postmaster: its lock files, its socket and, for a moment, its backends.
 * @param {string} directory
 */
export async function clearRemains(directory) {
  const last = readPostmaster(directory);
  if (last && isPostmaster(last.pid, directory)) return;
  if (process.platform === "linux") await endSurvivors(realpathSync(directory));
  const remains = readdirSync(directory).filter((name) => name === "postmaster.pid" || name.startsWith(".s.PGSQL."));
  for (const name of remains) rmSync(join(directory, name), { force: true });
}

/**
 * Backends end by themselves when their postmaster is gone. One in the middle of a query may not; the data is safe in both cases.
 * @param {string} directory
 */
async function endSurvivors(directory) {
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 50) {
    const survivors = listPostgresProcesses().filter(
      (pid) => readWorkingDirectory(pid) === directory && !isZombie(pid),
    );
    if (survivors.length === 0) return;
    if (waitedMs >= 2_000) for (const pid of survivors) process.kill(pid, "SIGKILL");
    await sleep(50);
  }
}

function listPostgresProcesses() {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && readName(pid) === "postgres");
}

/** @param {number} pid */
function readName(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return undefined;
  }
}
