import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../scripts/database/free-port.mjs";
import { readPostmaster } from "../scripts/database/postmaster.mjs";

/**
 * npm run bench:start: how long a start takes and what the idle service holds in memory.
 * A copy of this tree plays the fresh clone, so nothing here is touched.
 */
const WARM_STARTS = 5;
const IDLE_MS = 10_000;

const root = mkdtempSync(join(tmpdir(), "svc-bench-"));
try {
  copyTree(root);
  const cold = await startOnce();
  await cold.stop();
  const warmMs = [];
  for (let run = 0; run < WARM_STARTS; run += 1) {
    const warm = await startOnce();
    warmMs.push(warm.readyMs);
    await warm.stop();
  }
  const idle = await startOnce();
  await sleep(IDLE_MS);
  const memory = measureMemory(idle.pid);
  const stopMs = await time(idle.stop);
  const sorted = warmMs.toSorted((a, b) => a - b);
  print([
    ...cold.steps.map(([step, took]) => /** @type {[string, string]} */ ([`  ${step}`, took])),
    ["first start, until it serves", seconds(cold.readyMs)],
    [`later start, median of ${WARM_STARTS}`, seconds(sorted[Math.floor(WARM_STARTS / 2)] ?? 0)],
    [`later start, slowest of ${WARM_STARTS}`, seconds(sorted.at(-1) ?? 0)],
    ["stop", seconds(stopMs)],
    [`server, resident after ${IDLE_MS / 1_000} s idle`, megabytes(memory.serverBytes)],
    ["PostgreSQL, all its processes", megabytes(memory.postgresBytes)],
  ]);
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** @param {string} target */
function copyTree(target) {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of files.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(file, join(target, file));
  }
}

/**
 * Its steps are those that took longer than a second; some run side by side.
 * @returns {Promise<{ pid: number, readyMs: number, steps: [string, string][], stop: () => Promise<void> }>}
 */
async function startOnce() {
  const startedMs = performance.now();
  const env = { ...process.env, PORT: String(await findFreePort()), SVC_LOG_LEVEL: "warn" };
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const child = spawn(process.execPath, scripts.start.split(" ").slice(1), {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let output = "";
  await new Promise((resolve, reject) => {
    child.once("close", () => reject(new Error(`It did not start:\n${output}`)));
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (output.includes("/settings/developer")) resolve(undefined);
    });
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const steps = [...output.matchAll(/^ {2}(\S.*): ([\d.]+ s)$/gm)].map(
    ([, step = "", took = ""]) => /** @type {[string, string]} */ ([step, took]),
  );
  return { pid: child.pid ?? 0, readyMs: performance.now() - startedMs, steps, stop };
}

/**
 * Linux reports the proportional share, which counts PostgreSQL's shared buffers once.
 * @param {number} serverPid
 */
function measureMemory(serverPid) {
  const postmaster = readPostmaster(join(root, ".data", "postgres"))?.pid ?? 0;
  const children = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
    .map(([pid = 0]) => pid);
  const postgresBytes = [postmaster, ...children].map(readSharedBytes).reduce((sum, bytes) => sum + bytes, 0);
  return { serverBytes: readResidentBytes(serverPid), postgresBytes };
}

/** @param {number} pid */
function readResidentBytes(pid) {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1_024;
}

/** @param {number} pid */
function readSharedBytes(pid) {
  if (process.platform !== "linux" || !readdirSync("/proc").includes(String(pid))) return readResidentBytes(pid);
  const share = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
  return Number(share?.[1] ?? 0) * 1_024;
}

/** @param {() => Promise<void>} work */
async function time(work) {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${Math.round(bytes / 1_048_576)} MB`;
}

/** @param {[string, string][]} rows */
function print(rows) {
  const width = Math.max(...rows.map(([label]) => label.length));
  console.log(`\nNode ${process.versions.node}, ${process.platform} ${process.arch}\n`);
  for (const [label, value] of rows) console.log(`  ${label.padEnd(width)}  ${value.padStart(8)}`);
}
