import pg from "pg";
import { expect, test } from "vitest";
import { hashPassword } from "../../lib/accounts/sign-in/password";
import { openSession } from "../support/browser/oauth-flow";
import { eventually } from "../support/scenes/eventually";
import { openLive } from "../support/servers/live-stream";
import { startPgbouncer } from "../support/servers/pgbouncer";
import { testPooledService, usePooledService } from "../support/servers/pooled-service";

/** Behind a real PgBouncer in transaction mode, by `npm run test:pgbouncer`: its stand-in of e2e/process is stricter, not equal. */
const service = usePooledService(startPgbouncer, (pgbouncer) => pgbouncer.remove());
const { database, commands, world, written } = service;

testPooledService(service);

test("many clients share few connections, on which their prepared statements follow them", async () => {
  const pooler = service.pooler();
  await service.writeTurn();
  const servers = await pooler.tell("SHOW SERVERS");
  const clients = await pooler.tell<{ prepared_statements: string | number }>("SHOW CLIENTS");
  expect(servers.length).toBeLessThan(clients.length);
  const prepared = clients.map(({ prepared_statements }) => Number(prepared_statements));
  expect(Math.max(...prepared)).toBeGreaterThan(10);
});

test("a change is told to a person at the other process", async () => {
  const password = "a passphrase for a person";
  const { id, email } = await world.user();
  await database.query("UPDATE users SET password_hash = $2 WHERE id = $1", [id, await hashPassword(password)]);
  const [room] = service.rooms();
  const [owner] = await database.query<{ id: string }>("SELECT organization_id AS id FROM rooms WHERE id = $1", [
    room?.id,
  ]);
  await world.join(owner?.id ?? "", id);
  await world.enter(room?.id ?? "", id);
  const [, other] = service.webs();
  const cookie = await openSession(other?.baseUrl ?? "", { email, password });
  const live = await openLive(other?.baseUrl ?? "", room?.id ?? "", cookie);
  expect(live.status).toBe(200);
  const { id: messageId } = (await (await service.write(0, room)).json()) as { id: string };
  written.add(messageId);
  let change = await live.readChange();
  while (change && change.objectId !== messageId) change = await live.readChange();
  expect(change).toMatchObject({ type: "message.created", objectId: messageId });
  await live.close();
});

test("a setting of another client of the pool does not reach the service", async () => {
  const client = new pg.Client({ connectionString: service.pooler().url });
  await client.connect();
  await client.query("SET TimeZone = 'Asia/Tokyo'");
  const { rows } = await client.query("SELECT current_setting('TimeZone') AS zone, pg_backend_pid() AS pid");
  expect(rows[0]).toMatchObject({ zone: "Asia/Tokyo" });
  await service.writeTurn();
  const [wrong] = await database.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM messages WHERE created_at > now() + interval '1 minute'",
  );
  expect(wrong).toEqual({ n: 0 });
  await client.end();
});

test("svc-server migrates and sets up a database behind the pooler, past it", async () => {
  await database.query("CREATE DATABASE fresh");
  const withName = (url: string) => Object.assign(new URL(url), { pathname: "/fresh" }).href;
  const env = { DATABASE_URL: withName(service.pooler().url), DATABASE_DIRECT_URL: withName(database.url) };
  const refused = await commands.run(["serve", "--role", "web"], { ...env, PORT: "0" });
  expect([refused.code, refused.output]).toEqual([3, expect.stringContaining("migrat")]);
  const applied = await commands.run(["migrate", "apply"], env);
  expect([applied.code, applied.output]).toEqual([0, expect.any(String)]);
  const person = ["--email", "first@example.test", "--name", "First"];
  const made = await commands.run(["setup", ...person], env);
  expect([made.code, made.output]).toEqual([0, expect.stringContaining("first@example.test")]);
});

test("connections that are older than the settings end the start, until RECONNECT renews them", async () => {
  await database.query("CREATE ROLE late LOGIN SUPERUSER PASSWORD 'late'");
  const url = new URL(database.url);
  Object.assign(url, { username: "late", password: "late", search: "" });
  const stale = await startPgbouncer(url.href);
  const client = new pg.Client({ connectionString: stale.url });
  await client.connect();
  await client.query("SELECT 1");
  const env = { DATABASE_URL: stale.url, DATABASE_DIRECT_URL: url.href };
  const refused = await commands.run(["serve", "--role", "worker"], { ...env, PORT: "0" });
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("lack the settings TimeZone")]);
  await stale.tell("RECONNECT");
  const worker = await commands.serve("worker", env);
  await worker.kill("SIGTERM");
  await client.end();
  await stale.remove();
});

/** Each key once, however often it has to be tried; every refusal says when to come again. */
async function writeUntilAcknowledged(name: string, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      eventually(async () => {
        const response = await service.write(n, service.rooms()[n % service.rooms().length], `${name} ${n}`);
        const text = await response.text();
        if (response.status >= 500)
          expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([503, true]);
        expect([response.status, text]).toEqual([201, expect.any(String)]);
        written.add((JSON.parse(text) as { id: string }).id);
      }, 240_000),
    ),
  );
}

async function expectAllArrived(): Promise<void> {
  await eventually(() => {
    const arrived = new Set(service.readArrived());
    expect([...written].filter((id) => !arrived.has(id))).toEqual([]);
  }, 240_000);
}

test("a pooler that is killed and started again costs no acknowledged write, and no event", async () => {
  await service.pooler().kill();
  const refused = await service.write(0, service.rooms()[0], "while it is away");
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([503, true]);
  const writing = writeUntilAcknowledged("killed pooler", 20);
  await service.pooler().start();
  await writing;
  await expectAllArrived();
});

test("so does a PostgreSQL that is restarted behind it", async () => {
  const writing = writeUntilAcknowledged("restarted", 20);
  await database.restart();
  await writing;
  await writeUntilAcknowledged("after the restart", 20);
  await expectAllArrived();
});
