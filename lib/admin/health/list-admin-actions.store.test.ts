import { beforeAll, expect, test } from "vitest";
import { createArchiveScene, monthBefore } from "../../../e2e/support/scenes/archive-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { createWorld } from "../../../e2e/support/scenes/world";
import { type AdminAccess, openAdministration } from "../../access/open-administration";
import { archiveOldMonths } from "../../audit/archive/archive-log";
import { ADMINISTRATION_ACTIONS, recordActionAlone } from "../../audit/record-action";
import { ensureAuditPartitions } from "../../audit/retention";
import { readAuditQuery } from "../../audit-log/audit-filter";
import { pool } from "../../db/pool";
import { PLAN_BY_INDEX } from "../../db/transaction";
import { resumeTenant } from "../tenants/resume";
import { suspendTenant } from "../tenants/suspend";
import { LIST_ADMINISTRATION_ACTS } from "./acts.sql";
import { findAdminAction, listAdminActions } from "./list-admin-actions";

const database = useTestDatabase();
const world = createWorld(database);
const unfiltered = readAuditQuery(() => "");
let admin: AdminAccess;
const tenants: { id: string; name: string }[] = [];

beforeAll(async () => {
  await ensureAuditPartitions();
  const person = await world.user();
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [person.id]);
  admin = await openAdministration(person.id);
  for (let n = 0; n < 2; n += 1) {
    const { id, billingEntityId } = await world.organization();
    const [row] = await database.query<{ name: string }>("SELECT name FROM organizations WHERE id = $1", [id]);
    tenants.push({ id: billingEntityId, name: row?.name ?? "" });
    await suspendTenant(admin, billingEntityId, { reason: "abuse", message: "Ask us." });
  }
  await resumeTenant(admin, tenants[0]?.id ?? "");
  await recordActionAlone({ name: "administrator.create", userId: null, resourceId: person.id, scope: "service" });
  await recordActionAlone({ name: "session.start", userId: person.id, resourceId: null, scope: "own area" });
});

const list = (filter: Partial<typeof unfiltered> = {}, limit = 50) =>
  listAdminActions(admin, { ...unfiltered, ...filter }, null, limit);
const namesOf = ({ actions }: Awaited<ReturnType<typeof list>>) => actions.map(({ route }) => route);

test("acts in all tenants and in the service, newest first; other acts of the same person are not administration", async () => {
  const found = await list();
  expect(namesOf(found)).toEqual(["administrator.create", "tenant.resume", "tenant.suspend", "tenant.suspend"]);
  expect(found.actions.map(({ tenantName }) => tenantName)).toEqual([
    null,
    tenants[0]?.name,
    tenants[1]?.name,
    tenants[0]?.name,
  ]);
  expect(found.next).toBeNull();
});

test("filters by name, by the id of a tenant or person, and by outcome", async () => {
  expect(namesOf(await list({ act: "tenant.suspend" }))).toEqual(["tenant.suspend", "tenant.suspend"]);
  expect(namesOf(await list({ q: tenants[0]?.id ?? "" }))).toEqual(["tenant.resume", "tenant.suspend"]);
  expect(namesOf(await list({ q: admin.userId }))).toHaveLength(4);
  expect(namesOf(await list({ outcome: "refused" }))).toEqual([]);
  expect(namesOf(await list({ since: "1h" }))).toHaveLength(4);
  // The name of an ordinary act finds nothing.
  expect(namesOf(await list({ act: "session.start" }))).toEqual([]);
});

test("pages follow each other without a gap, and one act is found by its link", async () => {
  const seen: string[] = [];
  let after = null;
  do {
    const page = await listAdminActions(admin, unfiltered, after, 1);
    seen.push(...namesOf(page));
    after = page.next;
  } while (after !== null);
  expect(seen).toEqual(namesOf(await list()));
  const [, second] = (await list()).actions;
  expect(second && (await findAdminAction(admin, second))).toEqual(second);
  expect(await findAdminAction(admin, { at: new Date(), id: "1" })).toBeNull();
});

interface Plan {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}
const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

test.each(["empty", "full"])("reads no acts and requests of others, planned on a log seen %s", async (seen) => {
  if (seen === "empty") await database.query("ANALYZE audit_log");
  await database.query(
    `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id)
     SELECT now(), 'req', 'session', CASE WHEN n % 2 = 0 THEN 'ACT' ELSE 'GET' END, 'session.start', 200, $1
     FROM generate_series(1, 20000) n`,
    [tenants[0]?.id],
  );
  if (seen === "full") await database.query("ANALYZE audit_log");
  const client = await pool().connect();
  try {
    await client.query(`${PLAN_BY_INDEX}; PREPARE acts AS ${LIST_ADMINISTRATION_ACTS.text}`);
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE acts ('{${ADMINISTRATION_ACTIONS.join(",")}}', '9999-12-31', 9223372036854775807, NULL, NULL, NULL, 51)`,
    );
    const scans = (rows[0]?.["QUERY PLAN"] ?? [])
      .flatMap(({ Plan }) => flatten(Plan))
      .filter((node) => node["Relation Name"]?.startsWith("audit_log"));
    const read = scans.map(
      (node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    );
    expect(scans.length).toBeGreaterThan(0);
    expect(read.reduce((sum, rows_) => sum + rows_, 0)).toBeLessThan(100);
  } finally {
    client.release(true);
  }
});

test("lists, filters and opens archived acts", async () => {
  const scene = createArchiveScene(database);
  const month = monthBefore(14);
  await scene.makePartition(month);
  // Many people's acts, which are not administrators', lie beside them.
  await scene.write(month.from, month.until, 60, [tenants[0]?.id ?? "", null]);
  await database.query(
    "UPDATE audit_log SET at = $1::timestamptz + interval '1 day' + id * interval '1 second' WHERE method = 'ACT' AND at > $2",
    [month.from, month.until],
  );
  await scene.sign(month.from);
  const filters = [{}, { act: "tenant.suspend" }, { q: tenants[0]?.id ?? "" }, { q: admin.userId }] as const;
  const readAll = () => Promise.all(filters.map((filter) => list(filter)));
  const before = await readAll();
  expect(before[0]?.actions).toHaveLength(4);
  await scene.open();
  resetShared();
  expect(await archiveOldMonths()).toEqual({ [month.name]: "archived" });
  expect(await readAll()).toEqual(before);
  const first = await list({}, 2);
  const second = await listAdminActions(admin, unfiltered, first.next, 2);
  expect([...first.actions, ...second.actions]).toEqual(before[0]?.actions);
  for (const act of first.actions) expect(await findAdminAction(admin, act)).toEqual(act);
  await scene.close();
});
