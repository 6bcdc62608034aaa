import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "../../lib/platform/ids";
import { listMigrations, migrate } from "../../scripts/database/migrate.mjs";
import { openFolder } from "../../scripts/server/backup/file-places.mjs";
import { restoreArchive } from "../../scripts/server/backup/restore-archive.mjs";
import { untilTrue } from "../support/scenes/eventually";
import { runSql } from "../support/scenes/run-sql";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { createWorld } from "../support/scenes/world";
import { useServerCommands } from "../support/servers/server-command";
import { describeDatabase, readRows } from "./database-content";

const database = useScratchDatabase();
const commands = useServerCommands();
const world = createWorld(database);

const KEY = `b1:${randomBytes(32).toString("base64")}`;
const HOSTILE = [
  "\\.",
  "\\N",
  "tab\there, line\nthere\r\n",
  `quote ' " \\ \\\\ {a,"b"}`,
  "\\u0000 \\x00",
  "😀é\u202e",
  "",
];
const archives = join(commands.directory, "archives");
const filesDir = join(commands.directory, "data", "files");
const env = () => ({ DATABASE_URL: database.url, SVC_BACKUP_KEY: KEY });

/** A key ring: the new one in front, the old one still opens. */
const KEY_RING = `b2:${randomBytes(32).toString("base64")},${KEY}`;
/** A month of the audit log that left the database for a file. */
const MONTH = { file: "audit-2025-09-0123456789abcdef.svcaudit", bytes: "two" };
const MISSING = `SVC_ARCHIVE_DIR has:\n  ${MONTH.file}  ${MONTH.bytes.length} bytes`;

let fileKey: string;
let archive: string;

/** Two organizations whose rows meet every kind of column, written by the service itself and by hand. */
async function fillDatabase(): Promise<void> {
  const roles = ["api", "worker"].map((role) => commands.serve(role, { DATABASE_URL: database.url }));
  const [api, worker] = await Promise.all(roles);
  for (const seats of [3, 5]) {
    const organization = await world.organization({ seats });
    const { billingEntityId } = organization;
    const user = await world.user({ name: `O'Brien \\ "${seats}"` });
    await world.join(organization.id, user.id);
    const room = await world.room({ organizationId: organization.id, billingEntityId });
    await world.enter(room.id, user.id);
    await world.apiKey({ organizationId: organization.id, billingEntityId });
    const { token } = await world.accessToken({ userId: user.id, billingEntityId });
    for (const body of HOSTILE.filter((text) => text !== "")) {
      const response = await fetch(`${api?.baseUrl}/v1/rooms/${room.id}/messages`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ body }),
      });
      expect(response.status).toBe(201);
    }
    for (const text of HOSTILE)
      await database.query(
        "INSERT INTO messages (id, room_id, author_id, body, draft_key, created_at, updated_at) VALUES ($1, $2, NULL, $3, $4, now(), now())",
        [
          newId("msg"),
          room.id,
          text.repeat(20_000),
          Buffer.from(Array.from({ length: 256 }, (_, n) => n).concat(HOSTILE.indexOf(text), seats)),
        ],
      );
    // Days that have a partition, and days that have none.
    for (const day of ["1 day", "0 days", "-40 days", "-400 days"])
      await database.query(
        `INSERT INTO events (id, type, room_id, object_type, object_id, v1_data, created_at)
         SELECT 'evt_' || gen_random_uuid(), 'message.created', $1, 'message', $2, $3::jsonb, now() + $4::interval`,
        [
          room.id,
          newId("msg"),
          JSON.stringify({ text: HOSTILE, nul: "\\u0000", nested: { deep: [null, 1.5, true] } }),
          day,
        ],
      );
  }
  await Promise.all([api?.kill("SIGTERM"), worker?.kill("SIGTERM")]);
  await database.query(
    `INSERT INTO audit_archives (file, from_at, until_at, started_at, rows, id_sum, bytes, archived_at, left_at)
     VALUES ($1, '2025-09-01Z', '2025-10-01Z', now(), 0, '0', $2, now(), now())`,
    [MONTH.file, MONTH.bytes.length],
  );
  await disorderRows();
}

/** Rows lie where updates and a vacuum left room, and parallel workers read partitions in an order of their own. */
async function disorderRows(): Promise<void> {
  await database.query("UPDATE messages SET updated_at = now() WHERE id < (SELECT max(id) FROM messages)");
  await database.query("DELETE FROM messages WHERE id = (SELECT min(id) FROM messages)");
  await database.query("VACUUM messages");
  await database.query("UPDATE messages SET updated_at = now()");
  const name = new URL(database.url).pathname.slice(1);
  for (const setting of ["min_parallel_table_scan_size", "parallel_setup_cost", "parallel_tuple_cost"])
    await database.query(`ALTER DATABASE ${name} SET ${setting} = 0`);
}

beforeAll(async () => {
  await fillDatabase();
  fileKey = `files/${randomBytes(24).toString("hex")}`;
  for (const area of ["files", "uploads", "incoming"]) mkdirSync(join(filesDir, area), { recursive: true });
  writeFileSync(join(filesDir, fileKey), randomBytes(5 * 1024 * 1024 + 17));
  writeFileSync(join(filesDir, `uploads/${"0".repeat(48)}`), "");
  writeFileSync(join(filesDir, `incoming/${"1".repeat(48)}`), "half a body");
  const { code, output } = await commands.run(["backup", "--to", archives], env());
  expect([code, output]).toEqual([0, expect.stringContaining("2 files")]);
  for (const said of ["file of the audit log", MISSING]) expect(output).toContain(said);
  archive = join(archives, readdirSync(archives)[0] ?? "");
});

const restoreInto = (url: string, file = archive, key = KEY) =>
  commands.run(["restore", "--from", file, "--database", url, "--files", join(commands.directory, "restored")], {
    SVC_BACKUP_KEY: key,
  });

/** The work of the command, in this process. */
async function restoreHere(url: string, file = archive, key = KEY): Promise<void> {
  vi.stubEnv("SVC_BACKUP_KEY", key);
  try {
    await restoreArchive({ file, url, place: openFolder(join(commands.directory, "restored-here")) });
  } finally {
    vi.unstubAllEnvs();
  }
}

describe("an archive", () => {
  test("gives back every row, sequence, index and partition, and the files, and names files that the audit log lacks", async () => {
    const url = await database.create("restored");
    const { code, output } = await restoreInto(url, archive, KEY_RING);
    expect([code, output]).toEqual([0, expect.stringContaining("Restored the state of")]);
    expect(output).toContain(MISSING);
    expect(await describeDatabase(url)).toEqual(await describeDatabase(database.url));
    const rows = await readRows(database.url);
    expect(await readRows(url)).toEqual(rows);
    expect(rows["messages"]?.rows).toBeGreaterThan(HOSTILE.length * 2);
    for (const table of ["audit_log", "unit_ledger", "events", "api_keys", "deliveries"])
      expect([table, rows[table]]).toEqual([table, expect.anything()]);
    const [stored, restored] = [filesDir, join(commands.directory, "restored")].map((folder) =>
      readFileSync(join(folder, fileKey)),
    );
    expect(restored && stored?.equals(restored)).toBe(true);
    expect(existsSync(join(commands.directory, "restored", "incoming"))).toBe(false);
  });

  test("can be read by its owner alone, and tells nothing of its content", () => {
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(archive);
    for (const word of ["O'Brien", "messages", "unit_ledger"]) expect(bytes.includes(word)).toBe(false);
  });

  test("goes into a database of its own level, and never over one in use", async () => {
    const url = await database.create("migrated", "migrated");
    await restoreHere(url);
    await expect(restoreHere(url)).rejects.toThrow("The database is in use");
  });

  test("makes the database of npm start on a machine that has none, and never fills one in use", async () => {
    const machine = { SVC_BACKUP_KEY: KEY, SVC_DATA_DIR: join(commands.directory, "machine") };
    const args = ["restore", "--from", archive];
    expect(await commands.run(args, machine)).toEqual({ code: 0, output: expect.stringContaining("2 files") });
    expect(existsSync(join(machine.SVC_DATA_DIR, "files", fileKey))).toBe(true);
    expect(await commands.run(args, machine)).toEqual({ code: 1, output: expect.stringContaining("is in use") });
    const drilled = await commands.run(["drill", "--from", archives], machine);
    expect([drilled.code, drilled.output]).toEqual([0, expect.stringContaining("All rows of")]);
  });

  test("of an older version is restored at its level and then upgraded; one of this version goes into none that is older", async () => {
    const older = await database.create("older");
    const [before, last] = listMigrations().slice(-2);
    await migrate(older, before?.name);
    await expect(restoreHere(older)).rejects.toThrow("Restore into an empty database.");
    const place = join(commands.directory, "older");
    const taken = await commands.run(["backup", "--to", place], { ...env(), DATABASE_URL: older });
    expect(taken.code).toBe(0);
    const url = await database.create("upgraded");
    const { code, output } = await restoreInto(url, join(place, readdirSync(place)[0] ?? ""));
    expect([code, output]).toEqual([0, expect.stringContaining(`applied ${last?.name}`)]);
  });
});

describe("an archive that is not as it was written", () => {
  const refusals: [string, (bytes: Buffer) => Buffer, string][] = [
    ["a flipped bit in the middle", (bytes) => flip(bytes, bytes.length >> 1), "changed or damaged"],
    ["a flipped bit at the end", (bytes) => flip(bytes, bytes.length - 1), "changed or damaged"],
    ["another time in the header", (bytes) => flip(bytes, bytes.indexOf("createdAt") + 14), "changed or damaged"],
    ["a cut after half of it", (bytes) => bytes.subarray(0, bytes.length >> 1), "cut off"],
    ["a cut of the last byte", (bytes) => bytes.subarray(0, -1), "cut off"],
    ["bytes behind its end", (bytes) => Buffer.concat([bytes, Buffer.from("x")]), "changed or damaged"],
    ["something else", () => Buffer.from("PGDMP and so on, for long enough"), "not a backup of svc-server"],
    ["nothing at all", () => Buffer.alloc(0), "not a backup of svc-server"],
  ];

  test("is refused with the reason, and leaves the database empty", async () => {
    const url = await database.create("refused");
    for (const [name, change, reason] of refusals) {
      const file = join(commands.directory, "changed.svcbackup");
      writeFileSync(file, change(readFileSync(archive)));
      await expect(restoreHere(url, file), name).rejects.toThrow(reason);
    }
    const other = randomBytes(32).toString("base64");
    const wrong = restoreHere(url, archive, `b1:${other}`);
    await expect(wrong).rejects.toThrow("did not encrypt this archive");
    await expect(restoreHere(url, archive, "")).rejects.toThrow("SVC_BACKUP_KEY must be");
    const foreign = await restoreInto(url, archive, `b2:${other}`);
    expect(foreign).toEqual({ code: 1, output: expect.stringContaining('encrypted with the key "b1"') });
    expect(await runSql(url, "SELECT FROM pg_tables WHERE schemaname IN ('public', 'partitions')")).toEqual([]);
  });
});

test.runIf(process.platform === "linux")(
  "a backup that is killed leaves nothing under a final name, and the next one removes its remains",
  async () => {
    const place = join(commands.directory, "killed");
    mkdirSync(place);
    // Reading it has no end: the backup is in its middle until it is killed.
    const endless = join(filesDir, `files/${"f".repeat(48)}`);
    execFileSync("mkfifo", [endless]);
    const args = [join("scripts", "server.mjs"), "backup", "--to", place];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, NODE_ENV: "production", SVC_DATA_DIR: join(commands.directory, "data"), ...env() },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await untilTrue(async () => readdirSync(place).length > 0);
    child.kill("SIGKILL");
    await ended;
    const [left] = readdirSync(place);
    expect([readdirSync(place).length, left]).toEqual([1, expect.stringMatching(/\.svcbackup\.part$/)]);
    rmSync(endless);
    expect((await commands.run(["backup", "--to", place], env())).code).toBe(0);
    expect(readdirSync(place)).toEqual([expect.stringMatching(/^svc-\d{8}T\d{6}Z\.svcbackup$/)]);
  },
);

test("a drill restores beside the service, compares every row, finds the audit log's files and leaves nothing behind", async () => {
  const SVC_ARCHIVE_DIR = join(commands.directory, "audit-archive");
  mkdirSync(SVC_ARCHIVE_DIR);
  writeFileSync(join(SVC_ARCHIVE_DIR, MONTH.file), MONTH.bytes);
  const { code, output } = await commands.run(["drill", "--from", archives], { ...env(), SVC_ARCHIVE_DIR });
  expect([code, output]).toEqual([0, expect.stringContaining("All rows of")]);
  expect(output).not.toContain("SVC_ARCHIVE_DIR has");
  for (const [table, { rows }] of Object.entries(await readRows(database.url)))
    expect(output).toMatch(new RegExp(`^  ${table} +same +${rows} rows {2}sha256 [0-9a-f]{16}$`, "m"));
  for (const account of ["ledger", "audit", "outbox"]) expect(output).toMatch(new RegExp(`^${account} +same: `, "m"));
  expect(output).toMatch(/^Loss: \d+\.\d minutes since .*, in them 0 audited requests and \d+ events\.$/m);
  expect(output).toMatch(/^Downtime: \d+\.\d s to restore/m);
  const left = await database.query("SELECT datname FROM pg_database WHERE datname LIKE 'svc_drill_%'");
  expect(left).toEqual([]);
});

function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}
