import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createArchiveScene, monthBefore } from "../../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { describeRefusal } from "../../../e2e/support/scenes/refusals";
import { createHolds } from "../../../e2e/support/scenes/tenants";
import { createWebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { createWorld } from "../../../e2e/support/scenes/world";
import { archiveVariables, startS3Server } from "../../../e2e/support/servers/s3-server";
import { ensureAllPartitions } from "../../../inngest/prepare-database";
import { type AdminAccess, openAdministration } from "../../access/open-administration";
import { archiveOldMonths } from "../../audit/archive/archive-log";
import { recordActionAlone } from "../../audit/record-action";
import { env } from "../../platform/env";
import { ALERT_LIMITS, SCREEN_LIMITS } from "../monitoring/alert-limits";
import { suspendTenant } from "../tenants/suspend";
import { HEALTH_PARTS, type HealthPart, worstState } from "./health";
import { PARTITIONED_TABLES } from "./read-ground-health";
import { readHealth } from "./read-health";

const database = useTestDatabase();
const world = createWorld(database);
const DAY_MS = 24 * 60 * 60 * 1000;
/** Parts that must answer get this long, because the machine may be slow. */
const PATIENT_MS = 10 * 60_000;

let admin: AdminAccess;
beforeEach(async () => {
  // Noon keeps a test from crossing midnight, where a day's partitions change.
  const noon = new Date(new Date().setUTCHours(12, 0, 0, 0));
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  await database.query(
    "TRUNCATE deliveries, webhooks, webhook_secrets, mails, runner_runs, audit_log, audit_leaves CASCADE",
  );
  const person = await world.user();
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [person.id]);
  admin = await openAdministration(person.id);
  await ensureAllPartitions();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  for (const name of ["env", "encryption-keys"]) sharedStore().delete(name);
});

const sharedStore = () => Reflect.get(globalThis, Symbol.for("svc.shared")) as Map<string, unknown>;
const moveClock = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
async function readPart(part: HealthPart) {
  const parts = await readHealth(admin, PATIENT_MS);
  return parts.find((found) => found.part === part);
}

function useEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  for (const name of ["env", "encryption-keys"]) sharedStore().delete(name);
}

test("reports a fresh service as healthy in every part", async () => {
  const parts = await readHealth(admin, PATIENT_MS);
  expect(parts.map(({ part }) => part)).toEqual(HEALTH_PARTS);
  expect(parts.flatMap(({ advice }) => advice)).toEqual([]);
  expect(worstState(parts)).toBe("good");
});

test("returns 404 to everyone but administrators", async () => {
  const { id } = await world.user();
  expect(await describeRefusal(openAdministration(id))).toMatchObject({ code: "not_found" });
});

test("deliveries are late from the alert's own limit on; those of a suspended tenant wait on purpose", async () => {
  const scene = await createWebhookScene(database);
  await scene.register("http://127.0.0.1:9/hook");
  await scene.emit("message.created");
  moveClock(ALERT_LIMITS.SvcDeliveriesLate.above);
  expect(await readPart("deliveries")).toMatchObject({ state: "good", facts: [{ count: 1 }, { key: "oldestDue" }] });
  moveClock(1);
  expect(await readPart("deliveries")).toMatchObject({ state: "bad", advice: ["deliveriesLate"] });
  await suspendTenant(admin, scene.billingEntityId, { reason: "abuse", message: "Ask us." });
  expect(await readPart("deliveries")).toMatchObject({ state: "good", facts: [{ count: 0 }] });
});

test("background runs are late from the alert's limit on, and failed ones are told for as long as it looks back", async () => {
  const insert = (state: string, at: Date, finishedAt: Date | null) =>
    database.query(
      `INSERT INTO runner_runs (id, function_id, idempotency_key, state, wake_at, created_at, finished_at)
       VALUES ($1, 'f', $1, $2::runner_run_state, $3, $3, $4)`,
      [randomUUID(), state, at, finishedAt],
    );
  await insert("READY", new Date(), null);
  await insert("FAILED", new Date(Date.now() + 20_000), new Date());
  moveClock(60);
  expect(await readPart("background")).toMatchObject({ state: "warn", advice: ["backgroundFailed"] });
  moveClock(ALERT_LIMITS.SvcBackgroundLate.above);
  expect(await readPart("background")).toMatchObject({ state: "bad", advice: ["backgroundLate", "backgroundFailed"] });
  moveClock(15 * 60);
  expect(await readPart("background")).toMatchObject({ state: "bad", advice: ["backgroundLate"] });
});

test("the audit log is behind from the alert's limit on, or not signed at all", async () => {
  await recordActionAlone({ name: "session.end", userId: admin.userId, resourceId: null, scope: "own area" });
  moveClock(ALERT_LIMITS.SvcAuditLogBehind.above);
  expect(await readPart("auditLog")).toMatchObject({ state: "good", facts: [{ key: "logUnsigned" }] });
  moveClock(1);
  expect(await readPart("auditLog")).toMatchObject({ state: "bad", advice: ["logBehind"] });
  useEnvironment({ SVC_AUDIT_LOG_KEY: "" });
  expect(await readPart("auditLog")).toMatchObject({ state: "warn", advice: ["logNotKept"] });
});

test("the archive: off, months that are due and held, a night that failed, a file that is gone", async () => {
  expect(await readPart("auditArchive")).toMatchObject({ state: "off", facts: [{ key: "archiveOff" }] });
  const scene = createArchiveScene(database);
  useEnvironment({ SVC_ARCHIVE_DIR: await scene.open() });
  const [month, tenant] = [monthBefore(14), await world.user()];
  await scene.makePartition(month);
  await scene.write(month.from, month.until, 9, [tenant.billingEntityId]);
  expect(await readPart("auditArchive")).toMatchObject({
    state: "warn",
    facts: [
      { key: "archiveMonths", count: 0 },
      { key: "archiveDue", count: 1, text: month.name },
    ],
    advice: ["archiveLate"],
  });
  const holds = createHolds(database);
  await holds.place(tenant.billingEntityId);
  const held = { key: "archiveHeld", count: 1, text: month.name };
  expect(await readPart("auditArchive")).toMatchObject({ state: "good", facts: [{ key: "archiveMonths" }, held] });
  await holds.lift(tenant.billingEntityId);
  // Nothing was ever signed.
  await expect(archiveOldMonths()).rejects.toThrow("no signed checkpoint");
  expect(await readPart("auditArchive")).toMatchObject({ state: "warn", advice: ["archiveFailed", "archiveLate"] });
  await scene.sign(month.from);
  await archiveOldMonths();
  expect(await readPart("auditArchive")).toMatchObject({
    state: "good",
    facts: [{ key: "archiveMonths", count: 1 }, { key: "archiveDone" }],
  });
  const [file = ""] = await readdir(scene.directory);
  await rm(join(scene.directory, file));
  expect(await readPart("auditArchive")).toMatchObject({ state: "bad", advice: ["archiveMissing"] });
  await scene.close();
  await database.query("TRUNCATE audit_archives, audit_archive_areas");
});

test("the archive in a bucket: a file that is gone, and a store that is away", async () => {
  const s3 = await startS3Server();
  // The test before leaves its folder behind.
  useEnvironment({ SVC_ARCHIVE_DIR: "", ...archiveVariables(s3, "audit/") });
  const [file, bytes] = ["audit-2025-01-0123456789abcdef.svcaudit", Buffer.from("a month")];
  await database.query(
    `INSERT INTO audit_archives (file, from_at, until_at, started_at, rows, id_sum, bytes, archived_at, left_at)
     VALUES ($1, '2025-01-01Z', '2025-02-01Z', now(), 0, '0', $2, now(), now())`,
    [file, bytes.length],
  );
  expect(await readPart("auditArchive")).toMatchObject({ state: "bad", advice: ["archiveMissing"] });
  s3.objects.set(`audit/${file}`, { bytes, type: "", modifiedAt: new Date(), checksum: null });
  // Other objects do not count, however many pages of them there are.
  for (const name of ["a", "audit", "audit/audit-2", "b"])
    s3.objects.set(name, { bytes, type: "", modifiedAt: new Date(), checksum: null });
  expect(await readPart("auditArchive")).toMatchObject({ state: "good", advice: [] });
  s3.before = () => 503;
  const away = await readPart("auditArchive");
  expect(away).toMatchObject({ state: "bad", advice: ["archiveAway"] });
  expect(away?.facts).toContainEqual({ key: "archiveAway" });
  await s3.close();
  await database.query("TRUNCATE audit_archives, audit_archive_areas");
});

test("partitions: one missing beyond the next is told, and none for the next span is bad", async () => {
  const sorted = PARTITIONED_TABLES.map(({ parent }) => parent).toSorted();
  const ranged = await database.query<{ name: string }>(
    `SELECT CASE n.nspname WHEN 'public' THEN c.relname ELSE n.nspname || '.' || c.relname END AS name
     FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE p.partstrat = 'r'`,
  );
  expect(ranged.map(({ name }) => name).toSorted()).toEqual(sorted);
  moveClock((2 * DAY_MS) / 1000);
  expect(await readPart("partitions")).toMatchObject({ state: "warn", advice: ["partitionsMissing"] });
  moveClock(DAY_MS / 1000);
  const part = await readPart("partitions");
  expect(part).toMatchObject({ state: "bad" });
  expect(part?.facts).toContainEqual({ key: "partitionsShort", text: "events", count: 1 });
});

test("keys: values of an older key, and of one that is missing", async () => {
  const scene = await createWebhookScene(database);
  await scene.register("http://127.0.0.1:9/hook");
  const first = env().SVC_ENCRYPTION_KEY;
  const next = `next:${"B".repeat(43)}=`;
  expect(await readPart("keys")).toMatchObject({ state: "good", facts: [{ key: "sealKey", count: 1 }, {}, {}] });
  useEnvironment({ SVC_ENCRYPTION_KEY: `${next},${first}` });
  const rotating = await readPart("keys");
  expect(rotating).toMatchObject({ state: "warn", advice: ["rotationOpen"] });
  expect(rotating?.facts).toContainEqual({ key: "sealsOlder", count: 1 });
  expect(JSON.stringify(rotating)).not.toContain("B".repeat(20));
  useEnvironment({ SVC_ENCRYPTION_KEY: next });
  expect(await readPart("keys")).toMatchObject({ state: "bad", advice: ["sealsLost"] });
});

test("mail: off, waiting for too long, and not taken", async () => {
  expect(await readPart("mail")).toMatchObject({ state: "off", advice: [] });
  useEnvironment({ SVC_SMTP_URL: "smtp://relay.example:25", SVC_MAIL_FROM: "svc@svc.example" });
  await database.query(
    `INSERT INTO mails (id, kind, recipient, locale, created_at, expires_at, due_at, problem)
     VALUES ($1, 'invitation', 'a@a.test', 'en', $2, $2, $2, '451')`,
    [randomUUID(), new Date()],
  );
  expect(await readPart("mail")).toMatchObject({ state: "warn", advice: ["mailRefused"] });
  moveClock(SCREEN_LIMITS.mailLateSeconds + 1);
  const part = await readPart("mail");
  expect(part).toMatchObject({ state: "bad", advice: ["mailLate", "mailRefused"] });
  expect(part?.facts).toContainEqual({ key: "mailServer", text: "relay.example" });
});

test("reports a hanging part as silent, reads it once and delays nothing", async () => {
  let answer: (isReady: boolean) => void = () => undefined;
  const isReady = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
  sharedStore().set("burst-backend", { isReady });
  const find = (parts: Awaited<ReturnType<typeof readHealth>>) => parts.find(({ part }) => part === "limits");
  for (let visit = 0; visit < 3; visit += 1)
    expect(find(await readHealth(admin, 100))).toEqual({
      part: "limits",
      state: "silent",
      facts: [],
      advice: ["silent"],
    });
  expect(isReady).toHaveBeenCalledTimes(1);
  answer(true);
  sharedStore().delete("burst-backend");
  await eventually(async () => expect(find(await readHealth(admin, PATIENT_MS))).toMatchObject({ state: "good" }));
});

test("reports limits that cannot be counted as bad", async () => {
  sharedStore().set("burst-backend", { isReady: () => Promise.resolve(false) });
  expect(await readPart("limits")).toMatchObject({ state: "bad", advice: ["limitsDown"] });
  sharedStore().delete("burst-backend");
});

test("reports only the failing part as bad", async () => {
  await database.query("ALTER TABLE runner_runs RENAME TO hidden");
  try {
    const parts = await readHealth(admin, PATIENT_MS);
    expect(parts.filter(({ state }) => state === "bad")).toEqual([
      { part: "background", state: "bad", facts: [], advice: ["failed"] },
    ]);
  } finally {
    await database.query("ALTER TABLE hidden RENAME TO runner_runs");
  }
});

test("names migrations that the database lacks", async () => {
  const [last] = await database.query<{ name: string }>(
    "DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING migration_name AS name",
  );
  const part = await readPart("database");
  expect(part).toMatchObject({ state: "bad", advice: ["migrations"] });
  expect(part?.facts).toContainEqual({ key: "migrationsMissing", count: 1, text: last?.name });
});
