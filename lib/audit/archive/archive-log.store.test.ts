import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createArchiveScene, monthBefore } from "../../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { createHolds } from "../../../e2e/support/scenes/tenants";
import { createWorld } from "../../../e2e/support/scenes/world";
import { readAuditQuery } from "../../audit-log/audit-filter";
import { listAudit } from "../../audit-log/list-audit";
import { openAudit } from "../../audit-log/open-audit";
import { dropOldAuditPartitions } from "../retention";
import { archiveOldMonths } from "./archive-log";
import type { Step } from "./archive-month";

const database = useTestDatabase();
const world = createWorld(database);
const holds = createHolds(database);
const scene = createArchiveScene(database);
const [OLDER, NEWER, HOT] = [monthBefore(15), monthBefore(14), monthBefore(13)];
const ROWS = 120;

let [one, two] = [
  { id: "", billingEntityId: "" },
  { id: "", billingEntityId: "" },
];
beforeEach(async () => {
  await holds.liftAll();
  await database.query("TRUNCATE audit_archives, audit_archive_areas, audit_log, audit_leaves, audit_leaf_counts");
  await database.query("TRUNCATE audit_tiles, audit_handovers");
  await database.query(
    "UPDATE audit_tree SET size = 0, checkpoint = '', verifier_key = '', tail_transaction_id = 0, tail_audit_id = 0",
  );
  await database.query("UPDATE audit_archiving SET holder = NULL, held_until = NULL, error = NULL, failed_at = NULL");
  for (const month of [OLDER, NEWER, HOT]) if (!(await scene.isInDatabase(month))) await scene.makePartition(month);
  [one, two] = [await world.user(), await world.user()];
  for (const { from, until } of [OLDER, NEWER, HOT])
    await scene.write(from, until, ROWS, [one.billingEntityId, two.billingEntityId, null]);
  await scene.sign(OLDER.from);
  await scene.open();
  resetShared();
});
afterEach(async () => {
  vi.useRealTimers();
  await scene.close();
});

const countAll = async () => [await scene.countRows(OLDER), await scene.countRows(NEWER), await scene.countRows(HOT)];
const listFiles = async () => (await readdir(scene.directory)).map((name) => name.slice("audit-".length, -24 - 2));

async function countListed(user: { id: string }): Promise<number> {
  const access = await openAudit({ id: user.id, isAdmin: false }, "");
  const { entries } = await listAudit(
    access,
    readAuditQuery(() => ""),
    null,
    10 * ROWS,
  );
  return entries.length;
}

test("without a folder nothing changes", async () => {
  await scene.close();
  resetShared();
  expect(await archiveOldMonths()).toBeNull();
  expect(await countAll()).toEqual([ROWS, ROWS, ROWS]);
});

test("only closed months beyond the hot ones leave, and rows without a partition of their own stay", async () => {
  const old = monthBefore(20);
  await scene.write(old.from, old.until, 10, [one.billingEntityId]);
  expect(await archiveOldMonths()).toEqual({ [OLDER.name]: "archived", [NEWER.name]: "archived" });
  expect(await countAll()).toEqual([0, 0, ROWS]);
  expect(await scene.countRows(old)).toBe(10);
  expect(await countListed(one)).toBe(ROWS + 10);
  const leaves = await database.query("SELECT FROM audit_leaves WHERE at < $1", [HOT.from]);
  expect(leaves).toEqual([]);
  expect(await archiveOldMonths()).toEqual({});
});

test("a month with rows of a held tenant waits, and leaves after the hold", async () => {
  await database.query("DELETE FROM audit_log WHERE billing_entity_id = $1 AND at >= $2 AND at < $3", [
    two.billingEntityId,
    NEWER.from,
    NEWER.until,
  ]);
  await holds.place(two.billingEntityId);
  expect(await archiveOldMonths()).toMatchObject({ [OLDER.name]: "held" });
  expect(await scene.countRows(OLDER)).toBe(ROWS);
  expect(await listFiles()).not.toContain(OLDER.name);
  await holds.lift(two.billingEntityId);
  expect(await archiveOldMonths()).toEqual({ [OLDER.name]: "archived" });
});

function atStep(step: Step, act: () => Promise<unknown>) {
  let isDone = false;
  return async (reached: string) => {
    if (reached !== step || isDone) return;
    isDone = true;
    await act();
  };
}

test("a hold that is placed while the file is written keeps the rows", async () => {
  const reach = atStep("written", () => holds.place(one.billingEntityId));
  expect(await archiveOldMonths(reach)).toEqual({ [OLDER.name]: "held", [NEWER.name]: "held" });
  expect(await countAll()).toEqual([ROWS, ROWS, ROWS]);
});

test.each(["written", "entered"] as const)("a row that comes when the file is %s is not lost", async (step) => {
  const reach = atStep(step, () => scene.write(OLDER.from, OLDER.from, 1, [one.billingEntityId]));
  expect(await archiveOldMonths(reach)).toEqual({ [OLDER.name]: "changed", [NEWER.name]: "archived" });
  expect(await scene.countRows(OLDER)).toBe(ROWS + 1);
  expect(await archiveOldMonths()).toEqual({ [OLDER.name]: "unsigned" });
  await scene.sign(OLDER.from);
  expect(await archiveOldMonths()).toEqual({ [OLDER.name]: "archived" });
  expect(await countListed(one)).toBe(ROWS + 1);
  expect((await listFiles()).sort()).toEqual([OLDER.name, NEWER.name]);
});

test("one process archives at a time", async () => {
  let other: unknown = "not asked";
  const reach = atStep("written", async () => {
    other = await archiveOldMonths();
  });
  expect(await archiveOldMonths(reach)).toEqual({ [OLDER.name]: "archived", [NEWER.name]: "archived" });
  expect(other).toBeNull();
});

test("a month that fails tells why, and does not hold up the others", async () => {
  await database.query(
    `CREATE VIEW partitions.seen AS SELECT id FROM partitions.audit_log_${OLDER.name.replace("-", "_")}`,
  );
  await expect(archiveOldMonths()).rejects.toThrow();
  expect(await countAll()).toEqual([ROWS, 0, ROWS]);
  const [state] = await database.query("SELECT error FROM audit_archiving");
  expect(state).toEqual({ error: expect.stringContaining("depend") });
  await database.query("DROP VIEW partitions.seen");
  expect(await archiveOldMonths()).toEqual({ [OLDER.name]: "archived" });
  expect(await database.query("SELECT error FROM audit_archiving")).toEqual([{ error: null }]);
});

test("after seven years a file goes as a whole; a held one is shown to the held tenant alone, and goes after the hold", async () => {
  await archiveOldMonths();
  expect((await listFiles()).sort()).toEqual([OLDER.name, NEWER.name]);
  await holds.place(two.billingEntityId);
  const later = new Date(NEWER.until);
  later.setUTCFullYear(later.getUTCFullYear() + 7, later.getUTCMonth(), 2);
  vi.useFakeTimers({ toFake: ["Date"], now: later });
  await dropOldAuditPartitions();
  const left = async () => [await countListed(one), await countListed(two)];
  expect(await archiveOldMonths()).toEqual({ [HOT.name]: "held" });
  expect((await listFiles()).sort()).toEqual([OLDER.name, NEWER.name]);
  expect(await left()).toEqual([ROWS / 3, ROWS]);
  await holds.lift(two.billingEntityId);
  expect(await archiveOldMonths()).toEqual({ [HOT.name]: "archived" });
  expect(await listFiles()).toEqual([HOT.name]);
  expect(await left()).toEqual([ROWS / 3, ROWS / 3]);
});
