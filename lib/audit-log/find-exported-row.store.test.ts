import { afterEach, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { outlastForeignTransactions } from "../../e2e/support/scenes/watched-database";
import { createWorld } from "../../e2e/support/scenes/world";
import { appendRows } from "../audit/proof/append-rows";
import { ensureAuditPartitions } from "../audit/retention";
import { readAuditQuery } from "./audit-filter";
import { findLastSignedRow, isStillThere } from "./find-exported-row";
import { type AuditAccess, openAudit } from "./open-audit";
import { readAuditPage } from "./read-audit-page";

const database = useTestDatabase();
const world = createWorld(database);
const at = new Date("2026-11-26T10:00:00.000Z");
let mine: AuditAccess;
let other: AuditAccess;

const write = (entity: string | null, rows: number) =>
  database.query(
    `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id)
     SELECT now(), 'req_' || n, 'v1', 'GET', '/v1/me', 200, $1 FROM generate_series(1, $2) n`,
    [entity, rows],
  );

async function append(): Promise<void> {
  await outlastForeignTransactions(database);
  await database.query("UPDATE audit_tree SET appended_at = now() - interval '2 seconds'");
  await appendRows();
}

async function findLast() {
  const last = await findLastSignedRow(mine, at);
  if (last === null) throw new Error("No row is signed.");
  return last;
}

const showMissed = async (exported: Awaited<ReturnType<typeof findLast>>) =>
  (
    await readAuditPage(
      mine,
      readAuditQuery(() => ""),
      { after: null, opened: null, exported, limit: 20 },
    )
  ).missed;

beforeAll(async () => {
  await ensureAuditPartitions();
  const open = async () => openAudit({ id: (await world.user()).id, isAdmin: false }, "");
  [mine, other] = [await open(), await open()];
});
afterEach(resetShared);

test("finds no row in an area without signed rows", async () => {
  expect(await findLastSignedRow(mine, at)).toBeNull();
  await write(mine.billingEntityId, 1);
  expect(await findLastSignedRow(mine, at)).toBeNull();
});

test("the last signed row is the one with the highest number, and newer ones do not put it out of the area", async () => {
  await append();
  await write(mine.billingEntityId, 4);
  await write(other.billingEntityId, 3);
  await append();
  const last = await findLast();
  expect(last).toMatchObject({ number: 5, exportedAt: at });
  expect(last.size).toBeGreaterThan(last.index);
  await write(mine.billingEntityId, 1);
  expect((await findLast()).number).toBe(5);
  expect([await isStillThere(mine, last), await showMissed(last)]).toEqual([true, null]);
  expect(await isStillThere(other, last)).toBe(false);
});

test("rows that were taken out with their count are missed, also when the next row has their number", async () => {
  await append();
  const last = await findLast();
  await database.query("DELETE FROM audit_log WHERE id = $1", [last.cursor.id]);
  await database.query("DELETE FROM audit_leaves WHERE audit_id = $1", [last.cursor.id]);
  await database.query("UPDATE audit_leaf_counts SET leaves = leaves - 1 WHERE owner = $1", [mine.billingEntityId]);
  expect(await showMissed(last)).toEqual(last);
  await write(mine.billingEntityId, 1);
  await append();
  const again = await findLast();
  expect(again.number).toBe(last.number);
  expect([await showMissed(last), await showMissed(again)]).toEqual([last, null]);
});

test("misses a changed row as well", async () => {
  const last = await findLast();
  await database.query("UPDATE audit_log SET status = 500 WHERE id = $1", [last.cursor.id]);
  expect(await showMissed(last)).toEqual(last);
});
