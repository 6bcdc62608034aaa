import { afterAll, beforeAll, expect, test } from "vitest";
import { createArchiveScene, monthBefore } from "../../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { createWorld } from "../../../e2e/support/scenes/world";
import { archiveOldMonths } from "./archive-log";
import { type ArchivedKey, listArchived } from "./find-archived";

const database = useTestDatabase();
const world = createWorld(database);
const scene = createArchiveScene(database);
const MONTHS = [monthBefore(15), monthBefore(14)];
const ROWS = 3_300;
const LIMIT = 200;

let entity = "";
const expected: string[] = [];
beforeAll(async () => {
  entity = await world.billingEntity();
  for (const month of MONTHS) {
    await scene.makePartition(month);
    // A third of the rows share one instant and fill several blocks.
    await scene.write(month.from, month.until, (ROWS * 2) / 3, [entity]);
    await scene.write(month.from, month.from, ROWS / 3, [entity]);
  }
  await scene.sign(MONTHS[0]?.from ?? new Date());
  const rows = await database.query<{ id: string }>(
    "SELECT id::text FROM audit_log WHERE billing_entity_id = $1 AND status = 403 ORDER BY at DESC, audit_log.id DESC",
    [entity],
  );
  expected.push(...rows.map(({ id }) => id));
  await scene.open();
  resetShared();
  await archiveOldMonths();
});
afterAll(() => scene.close());

test("continues a search after each block without gaps or duplicates", async () => {
  const found: string[] = [];
  let before: ArchivedKey | null = { at: new Date("9999-01-01"), id: "0" };
  let stops = 0;
  while (before !== null) {
    const { entries, stoppedAt } = await listArchived(entity, {
      before,
      from: null,
      limit: LIMIT,
      mayFit: () => true,
      fits: ({ status }) => status === 403,
      blocksMax: 1,
    });
    found.push(...entries.map(({ key }) => key.id));
    if (stoppedAt !== null) stops += 1;
    before = stoppedAt ?? (entries.length === LIMIT ? (entries.at(-1)?.key ?? null) : null);
  }
  expect(found).toEqual(expected);
  expect(stops).toBeGreaterThan(2);
});

test("a search opens only blocks that may have a match", async () => {
  let opened = 0;
  const { entries, stoppedAt } = await listArchived(entity, {
    before: { at: new Date("9999-01-01"), id: "0" },
    from: null,
    limit: LIMIT,
    mayFit: () => false,
    fits: () => {
      opened += 1;
      return true;
    },
  });
  expect([entries, stoppedAt, opened]).toEqual([[], null, 0]);
});
