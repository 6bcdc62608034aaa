import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../support/scenes/eventually";
import { runSql } from "../support/scenes/run-sql";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { useServerCommands } from "../support/servers/server-command";
import { describeDatabase, readRows } from "./database-content";

const database = useScratchDatabase();
const commands = useServerCommands();

const SVC_BACKUP_KEY = `b1:${randomBytes(32).toString("base64")}`;
const UNFINISHED = "did not finish";
const LOCK = 7;
const archives = join(commands.directory, "archives");
const files = join(commands.directory, "restored");

let archive: string;

/** Sections of several chunks of the archive, and rows in a partition whose file is kept long. */
async function fillDatabase(): Promise<void> {
  const text = "(SELECT string_agg(md5((g * 40 + n)::text), '') FROM generate_series(1, 10) n)";
  for (const statement of [
    "INSERT INTO billing_entities (id, kind, created_at) VALUES ('bil_1', 'INDIVIDUAL', now())",
    "INSERT INTO rooms (id, room_type, name, billing_entity_id, created_at, updated_at) VALUES ('room_1', 1, 'R', 'bil_1', now(), now())",
    `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id, units_cost)
     SELECT now() - g * interval '1 minute', 'req_' || md5(g::text), 'v1', 'GET', '/v1/me', 200, 'bil_1', 1 FROM generate_series(1, 5000) g`,
    `INSERT INTO events (id, type, room_id, object_type, object_id, v1_data, created_at)
     SELECT 'evt_' || g, 'message.created', 'room_1', 'message', 'msg_' || g, jsonb_build_object('body', ${text}), now() - g * interval '1 hour'
     FROM generate_series(1, 2000) g`,
    `INSERT INTO messages (id, room_id, body, created_at, updated_at)
     SELECT 'msg_' || lpad(g::text, 5, '0'), 'room_1', ${text}, now(), now() FROM generate_series(1, 5000) g`,
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     VALUES ('wh_1', 'room_1', 'W', 'https://hooks.example.com/', '{message.created}', '2026-06-09', now(), now())`,
    `INSERT INTO partitions.deliveries_waiting (id, webhook_id, event_id, event_type, event_at, object_type, object_id,
       billing_entity_id, state, next_attempt_at, created_at)
     SELECT gen_random_uuid(), 'wh_1', 'evt_' || g, 'message.created', now(), 'message', 'msg', 'bil_1', 'PENDING', now(), now()
     FROM generate_series(1, 50) g`,
  ])
    await database.query(statement);
}

beforeAll(async () => {
  await fillDatabase();
  const { code } = await commands.run(["backup", "--to", archives, "--without-files"], {
    DATABASE_URL: database.url,
    SVC_BACKUP_KEY,
  });
  expect(code).toBe(0);
  archive = join(archives, readdirSync(archives)[0] ?? "");
});

/** A migrated database with a trigger of the test's own, which the row in the middle of a table meets. */
async function createTarget(name: string, body: string): Promise<string> {
  const url = await database.create(name, "migrated");
  await runSql(url, `CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NEW; END $$`);
  await runSql(
    url,
    "CREATE TRIGGER meet BEFORE INSERT ON messages FOR EACH ROW WHEN (NEW.id = 'msg_04000') EXECUTE FUNCTION meet()",
  );
  return url;
}

const argsInto = (url: string) => ["restore", "--from", archive, "--database", url, "--files", files];
const restoreInto = (url: string) => commands.run(argsInto(url), { SVC_BACKUP_KEY });

async function expectWhole(url: string): Promise<void> {
  expect(await readRows(url)).toEqual(await readRows(database.url));
  expect(await describeDatabase(url)).toEqual(await describeDatabase(database.url));
  const sizeOf = (of: string) =>
    runSql(of, "SELECT pg_relation_size('partitions.deliveries_waiting') >= 20000 * 200 AS \"isLong\"");
  expect(await sizeOf(url)).toEqual([{ isLong: true }]);
}

/** No step of an operator takes what is there for a service. */
async function expectRefused(url: string): Promise<void> {
  const env = { DATABASE_URL: url, SVC_BACKUP_KEY };
  const steps = [
    ["migrate", "plan"],
    ["migrate", "apply"],
    ["backup", "--to", join(commands.directory, "of-a-part"), "--without-files"],
    ["serve", "--role", "worker"],
  ];
  const refused = { code: 1, output: expect.stringContaining(UNFINISHED) };
  expect(await Promise.all(steps.map((step) => commands.run(step, env)))).toEqual(steps.map(() => refused));
}

test("a restore that is killed in the middle of a table leaves what no start accepts, and is repeated", async () => {
  const url = await createTarget("killed", `PERFORM pg_advisory_xact_lock(${LOCK})`);
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock($1)", [LOCK]);
  const waits = (condition: string) =>
    eventually(async () => {
      const { rows } = await holder.query(`SELECT FROM pg_locks WHERE NOT granted AND ${condition}`);
      expect(rows.length).toBeGreaterThan(0);
    });
  const killed = spawnRestore(url);
  await waits(`locktype = 'advisory' AND objid = ${LOCK}`);
  // Meanwhile the others go on.
  await eventually(async () => {
    const { rows } = await holder.query("SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM audit_log) AS n");
    expect(rows[0].n).toBe("7000");
  });
  const ended = once(killed, "close");
  killed.kill("SIGKILL");
  await ended;
  await expectRefused(url);

  // The connection of the killed process still fills the table: the repeated restore waits until it is gone.
  const repeated = restoreInto(url);
  await waits("mode = 'AccessExclusiveLock' AND relation = 'messages'::regclass");
  await holder.query("SELECT pg_advisory_unlock($1)", [LOCK]);
  expect(await repeated).toEqual({ code: 0, output: expect.stringContaining("Restored the state of") });
  await holder.end();
  await expectWhole(url);
  const again = await restoreInto(url);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining("The database is in use")]);
});

test("an error of PostgreSQL ends all connections of a restore, with the reason, and it is repeated", async () => {
  const full = "could not extend file: No space left on device";
  const url = await createTarget("filled_up", `RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = '${full}'`);
  expect(await restoreInto(url)).toEqual({ code: 1, output: expect.stringContaining(full) });
  expect(await commands.run(["migrate", "plan"], { DATABASE_URL: url })).toEqual({
    code: 1,
    output: expect.stringContaining(UNFINISHED),
  });
  await runSql(url, "DROP TRIGGER meet ON messages");
  expect(await restoreInto(url)).toEqual({ code: 0, output: expect.stringContaining("Restored the state of") });
  await expectWhole(url);
});

function spawnRestore(url: string): ChildProcess {
  return spawn(process.execPath, [join("scripts", "server.mjs"), ...argsInto(url)], {
    env: { ...process.env, NODE_ENV: "production", SVC_BACKUP_KEY },
    stdio: "ignore",
  });
}
