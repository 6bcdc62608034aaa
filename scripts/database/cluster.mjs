import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../problem.mjs";
import { findFreePort, isPortFree } from "./free-port.mjs";
import { findTools, giveTo, runTool } from "./postgres-tools.mjs";
import { clearRemains, isPostmaster, readPostmaster } from "./postmaster.mjs";

/**
 * A PostgreSQL of our own in one directory. Its port and password lie inside that directory, so that they live and die with it.
 * The postmaster runs in a session of its own: Ctrl-C in the terminal must not reach it before the requests in flight are done.
 *
 * @typedef {{ directory: string, logFile: string, isDurable?: boolean }} ClusterOptions
 * @typedef {{ port: number, password: string, servicePassword?: string }} Access
 * @typedef {import("./postgres-tools.mjs").Tools} Tools
 * @typedef {Awaited<ReturnType<typeof openCluster>>} Cluster
 */

const SUPERUSER = "postgres";
/** The role of the service, which owns its database of the same name and nothing else. */
const SERVICE = "svc";
const ACCESS_FILE = "svc-access.json";
/** The longest path of a Unix socket that every system accepts (macOS: 104 bytes with the final NUL). */
const SOCKET_PATH_MAX_BYTES = 100;
const LOG_MAX_BYTES = 10 * 1024 * 1024;

const SETTINGS = {
  listen_addresses: "'127.0.0.1'",
  // A statement costs a quarter less over a socket than over TCP. Only its owner may enter the data directory.
  unix_socket_directories: process.platform === "win32" ? "''" : "'.'",
  max_connections: "100",
  // A statement that reads all of history locks every day of it.
  max_locks_per_transaction: "256",
  shared_buffers: "'128MB'",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  jit: "off",
  timezone: "'UTC'",
  log_timezone: "'UTC'",
  log_line_prefix: "'%m [%p] '",
  // Statement texts may hold what no log should.
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

const DURABLE = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };
/** Only tests use it: their data ends with the run. */
const FLEETING = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  // Many test files run at once, and a killed process keeps its connections for a moment.
  max_connections: "400",
};

/**
 * Starts the PostgreSQL of that directory. A missing one is created, a running one is adopted.
 * @param {ClusterOptions} options
 */
export async function openCluster({ directory: relative, logFile, isDurable = true }) {
  const directory = resolve(relative);
  const tools = await findTools();
  checkOwner(directory);
  if (!existsSync(join(directory, "PG_VERSION"))) await createCluster(tools, directory, isDurable);
  const access = readAccess(directory);
  const start = () => startPostmaster(tools, { directory, logFile: resolve(logFile), isDurable, access });
  const restart = async () => {
    // Its users know it by its port.
    if (!(await isPortFree(access.port))) throw new Problem(`Port ${access.port}, where PostgreSQL was, is taken.`);
    await start();
  };
  if (await settle(directory)) access.port = readPostmaster(directory)?.port ?? access.port;
  else await start();
  const buildUrl = (/** @type {string} */ database, user = SUPERUSER, password = access.password) =>
    `postgresql://${user}:${password}@127.0.0.1:${access.port}/${database}${askForSocket(directory, access.port)}`;
  return {
    /** Tests and benches need a user that may make databases. */
    buildUrl: (/** @type {string} */ database) => buildUrl(database),
    /** The service's own database, by a role that is no superuser. */
    openService: async () => {
      const { servicePassword: password } = access;
      // A cluster of an earlier version has its rows there.
      if (password === undefined) return buildUrl(SUPERUSER);
      await ensureService(buildUrl(SUPERUSER), password);
      return buildUrl(SERVICE, SERVICE, password);
    },
    isAlive: () => isPostmaster(readPostmaster(directory)?.pid ?? 0, directory),
    restart,
    stop: () => stopPostmaster(tools, directory),
  };
}

/** @param {string} adminUrl @param {string} password */
async function ensureService(adminUrl, password) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const roles = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [SERVICE]);
    if (roles.rowCount === 0)
      await client.query(`CREATE ROLE ${SERVICE} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`);
    const databases = await client.query("SELECT FROM pg_database WHERE datname = $1", [SERVICE]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${SERVICE} OWNER ${SERVICE}`);
  } finally {
    await client.end();
  }
}

/** Stops the PostgreSQL of that directory, also one that another process started. @param {string} directory */
export async function stopCluster(directory) {
  await stopPostmaster(await findTools(), resolve(directory));
}

/**
 * TCP where there is no socket: on Windows, below a long path, and with a PostgreSQL that an older version started.
 * @param {string} directory @param {number} port
 */
function askForSocket(directory, port) {
  const path = join(directory, `.s.PGSQL.${port}`);
  const isThere = Buffer.byteLength(path) <= SOCKET_PATH_MAX_BYTES && existsSync(path);
  return isThere ? `?host=${encodeURIComponent(directory)}` : "";
}

/** @param {string} directory */
function checkOwner(directory) {
  try {
    if (existsSync(directory)) accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new Problem(
      `The database in ${directory} belongs to another user. Start as that user, or set SVC_DATA_DIR to another directory.`,
    );
  }
}

/**
 * Created beside its place and moved there when it is complete: an interrupted initdb leaves nothing that looks like a database.
 * @param {Tools} tools @param {string} directory @param {boolean} isDurable
 */
async function createCluster(tools, directory, isDurable) {
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Problem(
      `${directory} is not empty and holds no PostgreSQL. Move it away, or set SVC_DATA_DIR to another directory.`,
    );
  }
  const parent = dirname(directory);
  mkdirSync(parent, { recursive: true });
  const drafts = readdirSync(parent).filter((name) => name.startsWith(`${basename(directory)}.new`));
  for (const path of [...drafts.map((name) => join(parent, name)), directory])
    rmSync(path, { recursive: true, force: true });
  const draft = mkdtempSync(`${directory}.new-`);
  giveTo(tools.user, draft);
  const password = randomBytes(24).toString("base64url");
  const passwordFile = `${draft}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  giveTo(tools.user, passwordFile);
  try {
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const args = [
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      ...locale,
      ...(isDurable ? [] : ["--no-sync"]),
    ];
    const { code, output } = await runTool(tools, tools.initdb, args, draft);
    if (code !== 0) throw new Problem(`PostgreSQL could not be initialised:\n${output.trim()}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeAccess(draft, { port: 0, password, servicePassword: randomBytes(24).toString("base64url") });
  renameSync(draft, directory);
}

/** Waits for the end of a start or stop under way; true when one runs and can be adopted. @param {string} directory */
async function settle(directory) {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 50) {
    const found = readPostmaster(directory);
    if (!found || !isPostmaster(found.pid, directory)) return false;
    if (found.status === "ready") return true;
    await sleep(50);
  }
  throw new Problem(`PostgreSQL in ${directory} neither starts nor stops. Its log is beside that directory.`);
}

/** @param {Tools} tools @param {{ directory: string, logFile: string, isDurable: boolean, access: Access }} place */
async function startPostmaster(tools, { directory, logFile, isDurable, access }) {
  await clearRemains(directory);
  if (access.port === 0 || !(await isPortFree(access.port))) access.port = await findFreePort();
  const settings = { port: access.port, ...SETTINGS, ...(isDurable ? DURABLE : FLEETING) };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  replaceFile(join(directory, "postgresql.conf"), lines.join(""));
  giveTo(tools.user, join(directory, "postgresql.conf"));
  writeAccess(directory, access);
  if (existsSync(logFile) && statSync(logFile).size > LOG_MAX_BYTES) renameSync(logFile, `${logFile}.1`);
  closeSync(openSync(logFile, "a", 0o600));
  giveTo(tools.user, logFile);
  const args = ["start", "--silent", "--wait", "--timeout=120", `--pgdata=${directory}`, `--log=${logFile}`];
  const { code } = await runTool(tools, tools.pg_ctl, args, directory, logFile);
  if (code !== 0) throw new Problem(`PostgreSQL did not start. The end of ${logFile}:\n${readEnd(logFile)}`);
}

/** @param {Tools} tools @param {string} directory */
async function stopPostmaster(tools, directory) {
  const found = readPostmaster(directory);
  if (!found || !isPostmaster(found.pid, directory)) return;
  await runTool(tools, tools.pg_ctl, ["stop", "--silent", "--wait", "--mode=fast", `--pgdata=${directory}`], directory);
}

/** @param {string} directory @returns {Access} */
function readAccess(directory) {
  try {
    return JSON.parse(readFileSync(join(directory, ACCESS_FILE), "utf8"));
  } catch {
    throw new Problem(
      `${directory} was not made by this program (no ${ACCESS_FILE}). Set DATABASE_URL, or SVC_DATA_DIR to another directory.`,
    );
  }
}

/** @param {string} directory @param {Access} access */
function writeAccess(directory, access) {
  replaceFile(join(directory, ACCESS_FILE), JSON.stringify(access));
}

/** @param {string} path @param {string} content */
function replaceFile(path, content) {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** @param {string} logFile */
function readEnd(logFile) {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-8).join("\n");
}
