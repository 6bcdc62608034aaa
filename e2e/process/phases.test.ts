import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { verify } from "@node-rs/argon2";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { listMigrations } from "../../scripts/database/migrate.mjs";
import { eventually } from "../support/scenes/eventually";
import { runSql } from "../support/scenes/run-sql";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { useServerCommands } from "../support/servers/server-command";
import { spawnService } from "../support/service";

const database = useScratchDatabase();
const commands = useServerCommands();
const migrations = listMigrations().map(({ name }) => name);

test("doctor says until when Node and PostgreSQL get patches", async () => {
  const { code, output } = await commands.run(["doctor"], { DATABASE_URL: database.url });
  expect(code).toBe(0);
  expect(output).toMatch(/^Node 24\.\d+\.\d+ is supported until 2028-04-30\.$/m);
  expect(output).toMatch(/^PostgreSQL 18\.\d+ is supported until 2030-11-14\.$/m);
});

describe("a database that lacks migrations", () => {
  test("the plan names each, and how it gets along with older processes", async () => {
    const url = await database.create("planned");
    const { code, output } = await commands.run(["migrate", "plan"], { DATABASE_URL: url });
    expect(code).toBe(0);
    for (const name of migrations) expect(output).toContain(name);
    expect(output).toMatch(/create_platform +\d+ bytes {2}expand\n/);
    expect(await runSql(url, "SELECT to_regclass('users') AS users")).toEqual([{ users: null }]);
  });

  test("serving stops with an exit code of its own, and changes nothing", async () => {
    const url = await database.create("waiting");
    const serve = (role: string) => commands.run(["serve", "--role", role], { DATABASE_URL: url, PORT: "0" });
    for (const { code, output } of await Promise.all(["api", "web", "worker", "all"].map(serve))) {
      expect([code, output]).toEqual([3, expect.stringContaining(migrations[0] ?? "")]);
      expect(output).toContain("migrate apply");
    }
    const secrets = { SVC_SESSION_SECRET: "s".repeat(48), SVC_ENCRYPTION_KEY: `k1:${"A".repeat(43)}=` };
    const production = { SVC_ENVIRONMENT: "production", SVC_BASE_URL: "http://localhost:3000", ...secrets };
    const dataDir = join(commands.directory, "service");
    const service = await spawnService({ dataDir, env: { ...production, DATABASE_URL: url } });
    const code = await new Promise((resolve) => service.child.once("close", resolve));
    expect([code, service.readOutput()]).toEqual([3, expect.stringContaining("migrate apply")]);
    await service.stop();
    expect(await runSql(url, "SELECT to_regclass('users') AS users")).toEqual([{ users: null }]);
  });

  test("two processes that apply at once apply each migration once", async () => {
    const url = await database.create("applied");
    const runs = await Promise.all([0, 1, 2].map(() => commands.run(["migrate", "apply"], { DATABASE_URL: url })));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    const applied = runs.flatMap(({ output }) => output.match(/^applied .+$/gm) ?? []);
    expect(applied).toEqual(migrations.map((name) => `applied ${name}`));
    const again = await commands.run(["migrate", "apply"], { DATABASE_URL: url });
    expect(again).toEqual({ code: 0, output: "The database has every migration of this version.\n" });
  });

  test("a migration that another process is applying is waited for, and is not taken for a failed one", async () => {
    const url = await database.create("underway", "migrated");
    const last = migrations.at(-1) ?? "";
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("SELECT pg_advisory_lock($1)", [0x5fc_0001]);
    await other.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1", [last]);
    const plan = await commands.run(["migrate", "plan"], { DATABASE_URL: url });
    expect(plan).toEqual({
      code: 0,
      output: expect.stringMatching(new RegExp(`^1 migration is pending:\\n +${last} `)),
    });
    const applying = commands.run(["migrate", "apply"], { DATABASE_URL: url });
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted";
    await eventually(async () => expect(await runSql(url, waiting, [0x5fc_0001])).toHaveLength(1));
    await other.query("UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = $1", [last]);
    await other.query("SELECT pg_advisory_unlock($1)", [0x5fc_0001]);
    expect(await applying).toEqual({ code: 0, output: "The database has every migration of this version.\n" });
    await other.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1", [last]);
    const failed = await commands.run(["migrate", "apply"], { DATABASE_URL: url });
    expect(failed).toEqual({ code: 1, output: expect.stringContaining(`Migration ${last} failed halfway`) });
    await other.end();
  });

  test("a start that may migrate does, and serves", async () => {
    const url = await database.create("migrating");
    const role = await commands.serve("worker", { DATABASE_URL: url, SVC_MIGRATE_ON_START: "true" });
    await eventually(async () => {
      const response = await fetch(`${role.baseUrl}/api/readyz`);
      expect([response.status, await response.json()]).toMatchObject([200, { checks: { migrations: "ok" } }]);
    });
    expect(await role.kill("SIGTERM")).toBe(0);
  });
});

test("a version runs on a database that a newer one has expanded, and not on one that it has contracted", async () => {
  const url = await database.create("newer", "migrated");
  const env = { DATABASE_URL: url, PORT: "0" };
  const applyUnknown = (name: string) =>
    runSql(
      url,
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES (gen_random_uuid()::text, 'x', $1, now())",
      [name],
    );
  await applyUnknown("29990101000000_add_tomorrow");
  const role = await commands.serve("worker", { DATABASE_URL: url });
  await eventually(async () => expect((await fetch(`${role.baseUrl}/api/readyz`)).status).toBe(200));
  expect(await role.kill("SIGTERM")).toBe(0);
  expect((await commands.run(["migrate", "plan"], env)).code).toBe(0);
  await applyUnknown("29990102000000_contract_tomorrow");
  for (const command of [
    ["serve", "--role", "worker"],
    ["migrate", "apply"],
  ])
    expect(await commands.run(command, env)).toEqual({
      code: 1,
      output: expect.stringContaining("it knows no migration 29990102000000_contract_tomorrow"),
    });
});

test("a migration from before ours, which we do not know, is another service's", async () => {
  const url = await database.create("foreign_schema", "migrated");
  await runSql(
    url,
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '20200101000000_init', now())",
  );
  const { code, output } = await commands.run(["migrate", "plan"], { DATABASE_URL: url });
  expect([code, output]).toEqual([1, expect.stringContaining("20200101000000_init")]);
});

describe("setup", () => {
  test("makes the secrets and the first administrator once, however often it runs", async () => {
    const url = await database.create("set_up", "migrated");
    const file = join(commands.directory, "production", "env");
    const env = {
      SVC_ENVIRONMENT: "production",
      SVC_BASE_URL: "https://svc.example",
      DATABASE_URL: url,
      SVC_ENV_FILE: file,
      SVC_SESSION_SECRET: "",
      SVC_ENCRYPTION_KEY: "",
      SVC_AUDIT_LOG_KEY: "",
      SVC_VAPID_KEY: "",
    };
    const setup = ["setup", "--email", "Ada@Example.com", "--name", "Ada"];
    const runs = await Promise.all([0, 1, 2].map(() => commands.run(setup, env)));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    const output = runs.map((run) => run.output).join("");
    expect(output.match(/^Created /gm)).toHaveLength(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secrets = readFileSync(file, "utf8");
    expect(secrets.match(/^SVC_\w+=(?!dev_).+$/gm)?.map((line) => line.split("=")[0])).toEqual([
      "SVC_SESSION_SECRET",
      "SVC_ENCRYPTION_KEY",
      "SVC_AUDIT_LOG_KEY",
      "SVC_VAPID_KEY",
    ]);
    const passwords = output.match(/(?<=shown only now: )\S+/g) ?? [];
    expect(passwords).toHaveLength(1);
    expect(output.match(/Nothing was changed/g)).toHaveLength(2);

    const renewed = await commands.run(["setup", "--email", "ada@example.com", "--new-password"], env);
    const password = /(?<=shown only now: )\S+/.exec(renewed.output)?.[0] ?? "";
    const users = await runSql<{ email: string; admin: boolean; hash: string }>(
      url,
      "SELECT email, is_admin AS admin, password_hash AS hash FROM users",
    );
    expect(users).toEqual([{ email: "ada@example.com", admin: true, hash: expect.any(String) }]);
    expect(await verify(users[0]?.hash ?? "", password)).toBe(true);
    expect(await verify(users[0]?.hash ?? "", passwords[0] ?? "")).toBe(false);
    expect(readFileSync(file, "utf8")).toBe(secrets);
  });

  test("refuses what is no address, and a stranger's new password", async () => {
    const bad = await commands.run(["setup", "--email", "no address"], { DATABASE_URL: database.url });
    expect(bad).toEqual({ code: 1, output: "The e-mail address or the name cannot be used.\n" });
    const stranger = await commands.run(["setup", "--email", "eve@example.com", "--new-password"], {
      DATABASE_URL: database.url,
    });
    expect(stranger).toEqual({ code: 1, output: "No administrator has the e-mail address eve@example.com.\n" });
  });
});

test("an unknown command or option is told with its usage", async () => {
  expect(await commands.run(["migrate", "everything"])).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no command "migrate everything".'),
  });
  expect(await commands.run(["serve", "--rolle", "web"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("Usage: svc-server serve [--role api|web|worker|all]"),
  });
  const help = await commands.run(["--help"]);
  expect([help.code, help.output]).toEqual([0, expect.stringContaining("migrate apply")]);
});
