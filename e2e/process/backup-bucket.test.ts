import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { archiveVariables, type S3Server, startS3Server } from "../support/servers/s3-server";
import { useServerCommands } from "../support/servers/server-command";

const database = useScratchDatabase();
const commands = useServerCommands();
const archives = join(commands.directory, "archives");
const SVC_BACKUP_KEY = `b1:${randomBytes(32).toString("base64")}`;

let s3: S3Server;
const env = () => ({
  DATABASE_URL: database.url,
  SVC_BACKUP_KEY,
  ...s3.variables,
  ...archiveVariables(s3, "audit/"),
  SVC_AUDIT_LOG_KEY: `k1:${"A".repeat(43)}=`,
});
const backUp = (place: string, variables: Record<string, string>, ...more: string[]) =>
  commands.run(["backup", "--to", join(commands.directory, place), ...more], { ...env(), ...variables });

const NOWHERE = "http://127.0.0.1:9";
const AWAY = { SVC_FILES_S3_ENDPOINT: NOWHERE, SVC_ARCHIVE_S3_ENDPOINT: NOWHERE };
/** A month of the audit log that left the database for a file. */
const MONTH = { file: "audit-2025-09-0123456789abcdef.svcaudit", bytes: Buffer.from("a month") };
const LINE = `\n  ${MONTH.file}  ${MONTH.bytes.length} bytes`;

/** More than a page of the store's listing, one of them empty and one of several pieces. */
const stored = new Map(
  [0, 17, 300_000, 5_000_000].map((size, index) => [
    `${index === 1 ? "uploads" : "files"}/${randomBytes(24).toString("hex")}`,
    randomBytes(size),
  ]),
);

const put = (key: string, bytes: Buffer) =>
  s3.objects.set(key, { bytes, type: "image/png", modifiedAt: new Date(), checksum: null });
const readArchive = () => join(archives, readdirSync(archives)[0] ?? "");

beforeAll(async () => {
  s3 = await startS3Server();
  for (const [key, bytes] of stored) put(key, bytes);
  // Neither an upload under way nor an object of someone else.
  put(`incoming/${"1".repeat(48)}`, Buffer.from("half"));
  put("notes.txt", Buffer.from("not ours"));
  await database.query(
    `INSERT INTO audit_archives (file, from_at, until_at, started_at, rows, id_sum, bytes, archived_at, left_at)
     VALUES ($1, '2025-09-01Z', '2025-10-01Z', now(), 0, '0', $2, now(), now())`,
    [MONTH.file, MONTH.bytes.length],
  );
  const { code, output } = await backUp("archives", {});
  expect([code, output]).toEqual([0, expect.stringContaining("4 files")]);
});
afterAll(() => s3.close());

test("files in a bucket are in the archive, and go back into a bucket", async () => {
  s3.objects.clear();
  const args = ["restore", "--from", readArchive(), "--database", await database.create("restored", "migrated")];
  const { code, output } = await commands.run(args, env());
  expect([code, output]).toEqual([0, expect.stringContaining("4 files")]);
  expect(new Map([...s3.objects].map(([key, { bytes }]) => [key, bytes]))).toEqual(stored);
});

test("and into a folder, for a service that leaves its bucket", async () => {
  const folder = join(commands.directory, "folder");
  const url = await database.create("moved", "migrated");
  const { code } = await commands.run(
    ["restore", "--from", readArchive(), "--database", url, "--files", folder],
    env(),
  );
  expect(code).toBe(0);
  for (const [key, bytes] of stored) expect(readFileSync(join(folder, key)).equals(bytes)).toBe(true);
});

test("a drill compares them with the archive, and leaves the bucket alone", async () => {
  s3.objects.clear();
  const { code, output } = await commands.run(["drill", "--from", archives], env());
  expect([code, output]).toEqual([0, expect.stringContaining("4 files are those of the archive")]);
  expect(s3.objects.size).toBe(0);
});

test("a store that is away fails the backup in words, and leaves no archive", async () => {
  const { code, output } = await backUp("failed", AWAY);
  expect([code, output]).toEqual([1, expect.stringContaining("The S3 store is unreachable")]);
  const left = readdirSync(join(commands.directory, "failed"));
  expect(left.filter((name) => name.endsWith(".svcbackup"))).toEqual([]);
});

test("a backup without files needs no store, and says that it cannot look for months of the audit log", async () => {
  const { code, output } = await backUp("months", AWAY, "--without-files");
  // The log line of the reason may come between the two.
  for (const said of ["is unreachable or refuses.", LINE])
    expect([code, output]).toEqual([0, expect.stringContaining(said)]);
});

test("a backup names the months of the audit log that the bucket lacks", async () => {
  const lacking = await backUp("lacking", {}, "--without-files");
  const line = expect.stringContaining(`svc-files, under audit/ has:${LINE}`);
  expect([lacking.code, lacking.output]).toEqual([0, line]);
  s3.objects.set(`audit/${MONTH.file}`, { bytes: MONTH.bytes, type: "", modifiedAt: new Date(), checksum: null });
  const whole = await backUp("whole", {});
  expect([whole.code, whole.output]).toEqual([0, expect.stringContaining("1 file of the audit log in the bucket")]);
  expect(whole.output).not.toContain(LINE);
});
