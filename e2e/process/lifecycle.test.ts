import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { FIND_PROFILES } from "../../lib/accounts/accounts.sql";
import { isRunning, readPostmaster } from "../../scripts/database/postmaster.mjs";
import { readManifest } from "../support/scenes/manifest";
import { runSql } from "../support/scenes/run-sql";
import { makeDataDir, type Service, spawnService, startService } from "../support/service";

/** All tests share one data directory, in this order; some go on with the service that the one before has started. */
const dataDir = makeDataDir();
const postgresDir = join(dataDir, "postgres");
let running: Service | undefined;

async function start(): Promise<Service> {
  running = await startService({ dataDir });
  return running;
}

function current(): Service {
  if (!running) throw new Error("No service runs.");
  return running;
}

async function stop(): Promise<number | null> {
  const code = await current().stop();
  running = undefined;
  return code;
}

afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function readPostmasterPid(): number {
  const pid = readPostmaster(postgresDir)?.pid;
  if (pid === undefined) throw new Error("No PostgreSQL is running.");
  return pid;
}

function kill(pid: number | undefined): void {
  if (pid !== undefined) process.kill(pid, "SIGKILL");
}

/** Crash recovery syncs every file of the data directory, which takes a busy disk a while. */
const PATIENCE_MS = 30_000;

async function waitUntil(service: Service, isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (const startedMs = Date.now(); Date.now() - startedMs < PATIENCE_MS; await sleep(50)) if (await isDone()) return;
  throw new Error(`The condition did not hold in time. The service wrote:\n${service.readOutput()}`);
}

const readDatabaseUrl = () => readManifest(join(dataDir, "demo.json")).databaseUrl;

/** A row that was committed and must never be lost. */
async function commitRow(name: string): Promise<void> {
  await runSql(
    readDatabaseUrl(),
    "INSERT INTO billing_entities (id, kind, created_at) VALUES ($1, 'INDIVIDUAL', now())",
    [name],
  );
}

async function listRows(): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    readDatabaseUrl(),
    "SELECT id FROM billing_entities WHERE id LIKE 'kept-%' ORDER BY id",
  );
  return rows.map(({ id }) => id);
}

async function callMe(service: Service): Promise<number> {
  const { key } = readManifest(service.manifestFile).apiKeys.user;
  const response = await fetch(`${service.baseUrl}/v1/me`, { headers: { "x-api-key": key } });
  await response.text();
  return response.status;
}

describe("npm start", () => {
  test("the first start makes secrets, database, demo and manifest, and serves", async () => {
    mkdirSync(`${postgresDir}.new`);
    writeFileSync(join(`${postgresDir}.new`, "PG_VERSION"), "an interrupted first start");
    const service = await start();
    expect(await callMe(service)).toBe(200);
    expect(statSync(service.manifestFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "env")).mode & 0o777).toBe(0o600);
    const role = await runSql(
      readDatabaseUrl(),
      "SELECT rolsuper, pg_get_userbyid(datdba) = rolname AS owns FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()",
    );
    expect(role).toEqual([{ rolsuper: false, owns: true }]);
    expect(readFileSync(join(dataDir, "env"), "utf8")).toMatch(/^SVC_SESSION_SECRET=dev_.{43}$/m);
    const curl = /curl -H "Authorization: Bearer (\S+)" (\S+)/.exec(service.readOutput());
    expect(curl?.slice(1)).toEqual([
      readManifest(service.manifestFile).apiKeys.orgReadOnly.key,
      `${service.baseUrl}/v1/rooms`,
    ]);
  });

  test("a second start on the same data says so in one line", async () => {
    const second = await spawnService({ dataDir });
    await waitUntil(second, () => second.child.exitCode !== null);
    // Its output may end after it.
    expect(await second.stop()).toBe(1);
    expect(second.readOutput().trim()).toMatch(/^The data in .* is in use by another process .*$/);
  });

  test("a stop leaves no process behind", async () => {
    const pid = readPostmasterPid();
    expect(await stop()).toBe(0);
    expect(isRunning(pid)).toBe(false);
  });

  test("a later start repeats no slow step and changes nothing", async () => {
    const before = readManifest(join(dataDir, "demo.json"));
    const service = await start();
    expect(service.readOutput()).not.toMatch(/install|build|generat|seed/i);
    expect(readManifest(service.manifestFile)).toEqual({
      ...before,
      baseUrl: service.baseUrl,
      mcpUrl: `${service.baseUrl}/mcp`,
    });
  });

  test("SIGTERM, sent twice as npm does, lets the request in flight finish", async () => {
    const service = current();
    const url = readDatabaseUrl();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
    const answer = callMe(service);
    // Asked on a connection of its own: within a transaction PostgreSQL shows the activity of its first look.
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query = $1";
    await waitUntil(service, async () => (await runSql(url, waiting, [FIND_PROFILES.text])).length > 0);
    service.child.kill("SIGTERM");
    service.child.kill("SIGTERM");
    const isRefused = () =>
      fetch(service.baseUrl).then(
        () => false,
        () => true,
      );
    await waitUntil(service, isRefused);
    expect(service.child.exitCode).toBeNull();
    await client.query("COMMIT");
    await client.end();
    expect(await answer).toBe(200);
    expect(await stop()).toBe(0);
    expect(existsSync(join(postgresDir, "postmaster.pid"))).toBe(false);
  });

  test("after kill -9 of the server the next start takes over the PostgreSQL that still runs, and stops it in the end", async () => {
    const killed = await start();
    await commitRow("kept-1");
    const pid = readPostmasterPid();
    kill(killed.child.pid);
    await stop();
    expect(isRunning(pid)).toBe(true);
    await start();
    expect(readPostmasterPid()).toBe(pid);
    expect(await listRows()).toEqual(["kept-1"]);
    await stop();
    expect(isRunning(pid)).toBe(false);
  });

  test("after kill -9 of PostgreSQL the running service recovers by itself", async () => {
    const service = await start();
    await commitRow("kept-2");
    kill(readPostmasterPid());
    await waitUntil(service, async () => (await callMe(service).catch(() => 0)) === 200);
    expect(await listRows()).toEqual(["kept-1", "kept-2"]);
    await waitUntil(service, () => service.readOutput().includes("PostgreSQL ended unexpectedly"));
  });

  test("after kill -9 of both the next start recovers", async () => {
    await commitRow("kept-3");
    const pid = readPostmasterPid();
    kill(current().child.pid);
    kill(pid);
    await stop();
    await start();
    expect(await listRows()).toEqual(["kept-1", "kept-2", "kept-3"]);
    await stop();
  });

  test("starts in spite of stale locks whose pid now belongs to another process; names a lost manifest, and seeds nothing again", async () => {
    const url = readDatabaseUrl();
    const foreign = [process.pid, postgresDir, 1, 1, "", "127.0.0.1", "", "ready"].join("\n");
    for (const name of ["postmaster.pid", `.s.PGSQL.${new URL(url).port}.lock`])
      writeFileSync(join(postgresDir, name), `${foreign}\n`);
    rmSync(join(dataDir, "demo.json"));
    const service = await start();
    expect(isRunning(process.pid)).toBe(true);
    expect(service.readOutput()).toContain("demo.json, which is gone");
    const kept = "SELECT count(*)::int AS count FROM billing_entities WHERE id LIKE 'kept-%'";
    expect(await runSql(url, kept)).toEqual([{ count: 3 }]);
    const [users] = await runSql<{ count: number }>(url, "SELECT count(*)::int AS count FROM users");
    expect(users?.count).toBe(5);
    await runSql(
      url,
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29990101000000_contract_tomorrow', now())",
    );
    await stop();
  });

  test("a database of a newer schema is refused in one line", async () => {
    const refused = await spawnService({ dataDir });
    await waitUntil(refused, () => refused.child.exitCode !== null);
    expect(await refused.stop()).toBe(1);
    // A slow machine also says that PostgreSQL takes more than a second.
    const lines = refused
      .readOutput()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("  "));
    expect(lines.join("\n")).toMatch(
      /^The database has a newer schema than this code .*29990101000000_contract_tomorrow.*$/,
    );
    expect(existsSync(join(postgresDir, "postmaster.pid"))).toBe(false);
  });
});
