import pg from "pg";
import { expect, test } from "vitest";
import { replaceDatabase } from "../../scripts/database/schema-engine.mjs";
import { readManifest } from "../support/scenes/manifest";
import { testPooledService, usePooledService } from "../support/servers/pooled-service";
import { startTransactionPooler } from "../support/servers/transaction-pooler";
import { startService } from "../support/service";

/**
 * Behind a pooler that gives each transaction another connection, wiped of everything that the one before left: nothing of
 * the service may depend on the session. e2e/pgbouncer does the same behind a real PgBouncer.
 */
const service = usePooledService(startTransactionPooler, (pooler) => pooler.close());
const { database, commands } = service;

test("the pooler wipes each connection, and follows statements prepared in the protocol", async () => {
  const client = new pg.Client({ connectionString: service.pooler().url });
  await client.connect();
  const ask = async (text: string) => (await client.query({ name: "kept", text })).rows;
  await client.query("SET application_name = 'mine'; SELECT pg_advisory_lock(4711)");
  const seen = "SELECT current_setting('application_name') AS name, pg_backend_pid() AS pid";
  const [first, second] = [await ask(seen), await ask(seen)];
  expect([first[0]?.name, second[0]?.name]).not.toContain("mine");
  expect(first[0]?.pid).not.toBe(second[0]?.pid);
  expect(
    (await client.query("SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711")).rows,
  ).toEqual([{ n: 0 }]);
  await client.end();
  const withOptions = new pg.Client({ connectionString: service.pooler().url, options: "-c jit=off" });
  await expect(withOptions.connect()).rejects.toThrow("unsupported startup parameter: options");
});

testPooledService(service);

test("transactions of a process came to other connections", () => {
  expect(service.pooler().moves).toBeGreaterThan(service.pooler().transactions / 2);
});

test("a pooler whose connections are older than the settings ends the start with the reason", async () => {
  await database.query("CREATE ROLE late LOGIN SUPERUSER PASSWORD 'late'");
  const url = new URL(database.url);
  Object.assign(url, { username: "late", password: "late", search: "" });
  const stale = await startTransactionPooler(url.href);
  const client = new pg.Client({ connectionString: stale.url });
  await client.connect();
  await client.query("SELECT 1");
  await client.end();
  const refused = await commands.run(["serve", "--role", "worker"], {
    DATABASE_URL: stale.url,
    DATABASE_DIRECT_URL: url.href,
    PORT: "0",
  });
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("lack the settings TimeZone")]);
  await stale.close();
});

test("npm start seeds the demo behind a pooler whose first connections are the seed's, and serves", async () => {
  await database.query("CREATE DATABASE started");
  const url = replaceDatabase(database.url, "started");
  const pooler = await startTransactionPooler(url);
  const started = await startService({ env: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url } });
  expect(readManifest(started.manifestFile).databaseUrl).toBe(url);
  expect((await fetch(`${started.baseUrl}/api/readyz`)).status).toBe(200);
  await started.stop();
  await pooler.close();
});
