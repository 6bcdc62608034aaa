import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { outlastForeignTransactions } from "../../e2e/support/scenes/watched-database";
import { createWorld } from "../../e2e/support/scenes/world";
import { Verifier } from "../../packages/audit-verifier/src/verifier";
import { findProof } from "../audit/archive/find-proof";
import { appendRows } from "../audit/proof/append-rows";
import { readKeys } from "../audit/proof/read-log";
import { eraseOldLeaves } from "../audit/proof/retention";
import { dropOldAuditPartitions, ensureAuditPartitions, startOfRetention } from "../audit/retention";
import { readAuditQuery } from "./audit-filter";
import { exportAudit } from "./export-audit";
import { type AuditAccess, openAudit } from "./open-audit";

const database = useTestDatabase();
const world = createWorld(database);
const DAY_MS = 24 * 60 * 60 * 1000;
const ROWS = 300;

let key = "";
const areas: AuditAccess[] = [];
const daysAfterStart = (days: number) => new Date(startOfRetention().getTime() + days * DAY_MS);

async function write(from: Date, until: Date): Promise<void> {
  for (const { billingEntityId } of areas)
    await database.query(
      `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id)
       SELECT $1::timestamptz + ($2::timestamptz - $1::timestamptz) * n / $3, 'req_' || $1 || n, 'v1', 'GET', '/v1/me', 200, $4
       FROM generate_series(0, $3::int - 1) n`,
      [from, until, ROWS, billingEntityId],
    );
}

/** The sequencer looks no further back than its last round. */
async function sign(since: Date): Promise<void> {
  await outlastForeignTransactions(database);
  for (let isLast = false; !isLast; ) {
    await database.query("UPDATE audit_tree SET appended_at = $1", [since]);
    isLast = await appendRows();
  }
}

async function verify(access: AuditAccess) {
  const verifier = new Verifier({ key });
  let text = "";
  for await (const part of exportAudit(
    access,
    readAuditQuery(() => ""),
    { format: "proof" },
  ))
    text += part;
  for (const line of text.split("\n").filter(Boolean)) await verifier.takeLine(line);
  return verifier.finish();
}

const listRows = ({ billingEntityId }: AuditAccess) =>
  database.query<{ at: Date; id: string }>("SELECT at, id FROM audit_log WHERE billing_entity_id = $1 ORDER BY id", [
    billingEntityId,
  ]);

beforeAll(async () => {
  await ensureAuditPartitions();
  for (let person = 0; person < 2; person += 1)
    areas.push(await openAudit({ id: (await world.user()).id, isAdmin: false }, ""));
  await write(daysAfterStart(-90), daysAfterStart(-60));
  await sign(daysAfterStart(-90));
  await write(daysAfterStart(1), daysAfterStart(20));
  await sign(daysAfterStart(1));
  await write(new Date(Date.now() - DAY_MS), new Date());
  await sign(new Date(Date.now() - DAY_MS));
  key = (await readKeys())?.key ?? "";
});

test("after the retention the proofs of all younger rows hold, and erased rows leave no salt", async () => {
  const size = 6 * ROWS;
  for (const access of areas)
    expect(await verify(access)).toEqual({ problems: [], provedRows: 3 * ROWS, unprovedRows: 0, size, covers: "area" });
  const erased = (await Promise.all(areas.map(listRows))).map((rows) => rows.slice(0, ROWS));

  while (!(await dropOldAuditPartitions()));
  while (!(await eraseOldLeaves()));
  for (const access of areas) {
    expect(await verify(access)).toEqual({ problems: [], provedRows: 2 * ROWS, unprovedRows: 0, size, covers: "area" });
    const kept = await listRows(access);
    for (const row of [kept[0], kept[ROWS], kept.at(-1)])
      expect(row && (await findProof(access, row))).toMatchObject({ state: "proved" });
  }
  const gone = erased.flat();
  const leaves = await database.query("SELECT FROM audit_leaves WHERE audit_id = ANY($1::bigint[])", [
    gone.map(({ id }) => id),
  ]);
  expect([gone.length, leaves]).toEqual([2 * ROWS, []]);
  expect(areas[0] && gone[0] && (await findProof(areas[0], gone[0]))).toBeNull();
});
