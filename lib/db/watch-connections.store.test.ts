import { type AddressInfo, createServer, type Server } from "node:net";
import type { Pool, PoolClient } from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { startTcpProxy, type TcpProxy } from "../../e2e/support/servers/tcp-proxy";
import { frame } from "../../e2e/support/servers/transaction-pooler";
import { connectMeters } from "../platform/meters";
import { isDatabaseAway } from "./database-away";
import { createWatchedPool } from "./watch-connections";

const database = useTestDatabase();
const opened: { pool?: Pool; proxy?: TcpProxy; refusing?: Server } = {};
let detour = 0;

async function openPool(patienceMs: number): Promise<{ pool: Pool; proxy: TcpProxy }> {
  const url = new URL(database.url);
  const port = Number(url.port);
  detour = 0;
  const proxy = await startTcpProxy(() => detour || port);
  url.host = `127.0.0.1:${proxy.port}`;
  url.search = "";
  const settings = { connectionString: url.href, max: 4, connectionTimeoutMillis: patienceMs, pipeline: true };
  const pool = createWatchedPool(settings, { patienceMs, silentMs: 100, pollEveryMs: 20 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return Object.assign(opened, { pool, proxy });
}

afterEach(async () => {
  connectMeters(null);
  await opened.proxy?.close();
  await opened.pool?.end();
  opened.refusing?.close();
});

async function refuseNew(code: string, message: string): Promise<void> {
  const error = frame("E", Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`));
  const server = createServer((socket) => socket.on("error", () => undefined).once("data", () => socket.end(error)));
  opened.refusing = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  detour = (server.address() as AddressInfo).port;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test("a PostgreSQL that has become silent ends what waits for it, refuses the next at once, and serves again by itself", async () => {
  const { pool, proxy } = await openPool(5_000);
  const count = vi.fn();
  connectMeters({ count, observe: () => undefined });
  const client = await eventually(() => pool.connect());
  await client.query("BEGIN");
  await proxy.set({ kind: "hung" });
  const waiting = await Promise.all([failureOf(client.query("SELECT 1")), failureOf(pool.query("SELECT 2"))]);
  expect(waiting.map(isDatabaseAway)).toEqual([true, true]);
  client.release(true);
  // Nothing asks PostgreSQL for these.
  await eventually(async () => {
    await failureOf(pool.query("SELECT 3"));
    expect(count).toHaveBeenCalledWith("svc_database_refusals_total", { reason: "silent" }, 1);
  });
  await proxy.set({ kind: "clear" });
  const { rows } = await eventually(() => pool.query("SELECT 4 AS four"));
  expect(rows).toEqual([{ four: 4 }]);
});

test("a slow statement is waited for, because PostgreSQL responds to others", async () => {
  const { pool } = await openPool(240_000);
  const { rows } = await pool.query("SELECT 5 AS five FROM pg_sleep(1.5)");
  expect(rows).toEqual([{ five: 5 }]);
});

test("a slow statement is waited for while PostgreSQL refuses others in its own words", async () => {
  const { pool } = await openPool(240_000);
  const client = await pool.connect();
  await refuseNew("53300", "sorry, too many clients already");
  expect((await client.query("SELECT 7 AS seven FROM pg_sleep(1.5)")).rows).toEqual([{ seven: 7 }]);
  client.release();
});

test("a statement that waits at a pooler ends when the pooler cannot reach PostgreSQL", async () => {
  const { pool } = await openPool(240_000);
  const client = await pool.connect();
  // PostgreSQL then ends statements that nobody waits for.
  await client.query("SET client_connection_check_interval = '100ms'");
  await refuseNew("08P01", "server login has been failing, cached error: connect failed (server_login_retry)");
  expect(isDatabaseAway(await failureOf(client.query("SELECT pg_sleep(600)")))).toBe(true);
  client.release(true);
});

test("a transaction that is silent because its work takes time is left alone", async () => {
  const { pool } = await openPool(240_000);
  const other = createWatchedPool({ connectionString: database.url }, { patienceMs: 240_000 });
  const client = await pool.connect();
  await client.query("BEGIN");
  const waited = other.query("SELECT pg_sleep(0.5)");
  await waited;
  expect((await client.query("SELECT 6 AS six")).rows).toEqual([{ six: 6 }]);
  client.release();
  await other.end();
});

test("a pool without a free connection says so in time", async () => {
  const { pool } = await openPool(300);
  const count = vi.fn();
  connectMeters({ count, observe: () => undefined });
  const taken: PoolClient[] = [];
  while (taken.length < 4) taken.push(await eventually(() => pool.connect()));
  expect(isDatabaseAway(await failureOf(pool.connect()))).toBe(true);
  expect(count).toHaveBeenCalledWith("svc_database_refusals_total", { reason: "busy" }, 1);
  for (const client of taken) client.release();
});
