import { accessSync, constants, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openCluster } from "../database/cluster.mjs";
import { checkPort } from "../database/free-port.mjs";
import { migrate, requireMigrated } from "../database/migrate.mjs";
import { Problem, readCode, readMessage } from "../problem.mjs";
import { BUILD_DIR, buildService, bundle, generateClient, isBuilt, SOURCES } from "./build.mjs";
import { ensureDemo, readDemo, refreshManifest, showStartCard } from "./demo.mjs";
import { openDemoGateway } from "./demo-gateway.mjs";
import { openDemoReceiver } from "./demo-receiver.mjs";
import { installPackages } from "./install.mjs";
import { acquireLock } from "./instance-lock.mjs";
import { bundlePdfFrame } from "./page-files.mjs";
import { showProgress } from "./progress.mjs";
import { runUntilStopped } from "./run-until-stopped.mjs";
import { loadSettings } from "./settings.mjs";

/**
 * @typedef {{ isDev: boolean }} Mode
 * @typedef {import("../../lib/platform/env").Env} Env
 * @typedef {import("../database/cluster.mjs").Cluster} Cluster
 * @typedef {import("./run-until-stopped.mjs").Parts} Parts
 */

const CHECK_POSTGRES_EVERY_MS = 250;
const RESTART_BACKOFF_MS = [0, 250, 500, 1_000, 2_000];
const RESTART_BACKOFF_MAX_MS = 5_000;

/** @param {Mode} mode */
export async function runService(mode) {
  process.chdir(join(dirname(fileURLToPath(import.meta.url)), "..", ".."));
  Object.assign(process.env, { NODE_ENV: mode.isDev ? "development" : "production" });
  await runUntilStopped((parts, signal) => startParts(mode, parts, signal));
}

/** @param {Mode} mode @param {Parts} parts @param {AbortSignal} signal */
async function startParts(mode, parts, signal) {
  const startedMs = performance.now();
  loadSettings();
  const port = Number(process.env["PORT"] || 3000);
  const host = process.env["HOST"] || "127.0.0.1";
  const dataDir = prepareDataDir(process.env["SVC_DATA_DIR"] || ".data");
  const lock = await acquireLock(dataDir, `process ${process.pid}, port ${port}`);
  if (!lock.isHeld) {
    throw new Problem(
      `The data in ${dataDir} is in use by another process (${lock.owner}). Stop it, or set SVC_DATA_DIR to another directory.`,
    );
  }
  if (Number.isInteger(port) && port > 0 && port < 65_536) await checkPort(port, host);
  await installPackages(signal, { withTools: mode.isDev });
  if (mode.isDev) (await import("tsx/esm/api")).register();
  const env = await readEnv(mode);

  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const work = [openDatabase(dataDir, env, parts), buildAll(mode, either)];
  // Waits for both even if one fails: only then is it known what has to be stopped.
  await Promise.all(work).catch(async (error) => {
    failed.abort();
    await Promise.allSettled(work);
    throw error;
  });
  signal.throwIfAborted();

  // Past a pooler: it takes no settings of a connection.
  const databaseUrl = env.DATABASE_DIRECT_URL ?? process.env["DATABASE_URL"] ?? "";
  if (env.SVC_DEMO) await ensureDemo({ dataDir, databaseUrl, loadSeed: () => load(mode, "seed") });
  signal.throwIfAborted();
  if (parts.cluster) void superviseCluster(parts.cluster, signal);
  // Only in development connectors and webhooks reach loopback without the operator's word.
  const seeded = env.SVC_DEMO && env.SVC_ENVIRONMENT === "development" ? readDemo(dataDir) : undefined;
  const connectorId = seeded?.connectors?.["demo"]?.id;
  if (connectorId) parts.gateway = await openDemoGateway({ connectorId, databaseUrl });
  const webhookIds = Object.values(seeded?.webhooks ?? {}).map(({ id }) => id);
  if (webhookIds.length > 0) parts.receiver = await openDemoReceiver({ webhookIds, databaseUrl });
  const { startServer } = await load(mode, "front-door");
  parts.server = await startServer({ dev: mode.isDev });
  const baseUrl = env.SVC_BASE_URL;
  const demo = env.SVC_DEMO ? refreshManifest(dataDir, { baseUrl, mcpUrl: `${baseUrl}/mcp`, databaseUrl }) : undefined;
  showStartCard({ url: baseUrl, dataDir, hasDemo: env.SVC_DEMO, demo, tookMs: performance.now() - startedMs });
}

/** @param {string} path */
function prepareDataDir(path) {
  const directory = resolve(path);
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK | constants.X_OK);
    return directory;
  } catch (error) {
    throw new Problem(
      `The data directory ${directory} is not writable (${readCode(error)}). Make it writable, or set SVC_DATA_DIR to another one.`,
    );
  }
}

/**
 * The same parser that the service uses, before the slow steps: a bad variable should not cost a build.
 * @param {Mode} mode @returns {Promise<Env>}
 */
async function readEnv(mode) {
  if (!mode.isDev && !isBuilt()) await bundle("env");
  const { parseEnv } = await load(mode, "env");
  // The embedded database has no address yet.
  return parseEnv({ ...process.env, DATABASE_URL: process.env["DATABASE_URL"] || "postgresql://127.0.0.1/embedded" });
}

/** @param {string} dataDir @param {Env} env @param {Parts} parts */
async function openDatabase(dataDir, env, parts) {
  if (!process.env["DATABASE_URL"]) {
    const place = { directory: join(dataDir, "postgres"), logFile: join(dataDir, "postgres.log") };
    parts.cluster = await showProgress("starting PostgreSQL", () => openCluster(place));
    process.env["DATABASE_URL"] = await parts.cluster.openService();
  }
  const url = env.DATABASE_DIRECT_URL ?? process.env["DATABASE_URL"];
  // A production of several processes is upgraded in steps that its operator takes.
  const migratesItself = env.SVC_MIGRATE_ON_START ?? (parts.cluster || env.SVC_ENVIRONMENT !== "production");
  if (!migratesItself) return requireMigrated(url);
  await showProgress("applying migrations", () => migrate(url));
}

/**
 * Restarts PostgreSQL when it dies under the running service, until the signal says that it should die.
 * @param {Cluster} cluster @param {AbortSignal} signal
 */
async function superviseCluster(cluster, signal) {
  while (await wait(CHECK_POSTGRES_EVERY_MS, signal)) {
    if (!cluster.isAlive()) await revive(cluster, signal);
  }
}

/** @param {Cluster} cluster @param {AbortSignal} signal */
async function revive(cluster, signal) {
  report("PostgreSQL ended unexpectedly; starting it again");
  for (let attempt = 0; await wait(RESTART_BACKOFF_MS[attempt] ?? RESTART_BACKOFF_MAX_MS, signal); attempt += 1) {
    try {
      await cluster.restart();
      return report("PostgreSQL is back");
    } catch (error) {
      report(readMessage(error));
    }
  }
}

/** @param {string} msg in the shape of the service's own log */
function report(msg) {
  console.log(JSON.stringify({ level: 40, time: new Date().toISOString(), msg }));
}

/** False when the signal has aborted. @param {number} ms @param {AbortSignal} signal */
function wait(ms, signal) {
  return sleep(ms, true, { signal, ref: false }).catch(() => false);
}

/** @param {Mode} mode @param {AbortSignal} signal */
async function buildAll(mode, signal) {
  await generateClient(signal);
  // The front door looks for the frame there in development.
  if (mode.isDev) await bundlePdfFrame(join(".next", "pdf"));
  else await buildService(signal);
}

/** @param {Mode} mode @param {keyof typeof SOURCES} name */
async function load({ isDev }, name) {
  return import(pathToFileURL(resolve(isDev ? SOURCES[name] : join(BUILD_DIR, `${name}.mjs`))).href);
}
