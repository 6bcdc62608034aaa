import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { MANAGER_ROLE, MEMBER_ROLE, OWNER_ROLE } from "../access/roles";
import { recordAction } from "../audit/record-action";
import { ensureAuditPartitions } from "../audit/retention";
import { transaction } from "../db/transaction";
import { LIST_ACTS, LIST_AUDIT } from "./audit.sql";
import { type AuditQuery, readAuditQuery, writeAuditCursor } from "./audit-filter";
import { exportAudit } from "./export-audit";
import { findAuditEntry, listAudit } from "./list-audit";
import { type AuditAccess, openAudit, openAuditAreas } from "./open-audit";

const database = useTestDatabase();
const world = createWorld(database);
const unfiltered = readAuditQuery(() => "");
const scene = { acme: "", other: "", owner: "", manager: "", member: "", outsider: "", admin: "" };

const asPerson = (id: string) => ({ id, isAdmin: id === scene.admin });

async function act(userId: string, billingEntityId: string | null, names = ["api_key.create"] as const): Promise<void> {
  const scope = billingEntityId === null ? "service" : { billingEntityId };
  await transaction((tx) =>
    recordAction(tx, ...names.map((name) => ({ name, userId, resourceId: "key_1", scope }) as const)),
  );
}

async function insertRequests(billingEntityId: string, rows: number): Promise<void> {
  await database.query(
    `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id)
     SELECT now() - n * interval '1 second', 'req_' || $1 || n, 'v1', 'GET', '/v1/me', 200, $1 FROM generate_series(1, $2) n`,
    [billingEntityId, rows],
  );
}

beforeAll(async () => {
  await ensureAuditPartitions();
  const [acme, other] = [await world.organization(), await world.organization()];
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => world.user()));
  const [owner = "", manager = "", member = "", outsider = "", admin = ""] = people.map(({ id }) => id);
  await world.join(acme.id, owner, OWNER_ROLE);
  await world.join(acme.id, manager, MANAGER_ROLE);
  await world.join(acme.id, member, MEMBER_ROLE);
  await world.join(other.id, outsider, OWNER_ROLE);
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [admin]);
  Object.assign(scene, { acme: acme.id, other: other.id, owner, manager, member, outsider, admin });
  for (const { billingEntityId } of [acme, other, ...people]) {
    await insertRequests(billingEntityId, 5);
    await act(owner, billingEntityId);
  }
  await act(admin, null);
});

describe("areas", () => {
  test.each([
    ["an owner", "owner", ["owner", "acme"]],
    ["a manager", "manager", ["manager", "acme"]],
    ["a member", "member", ["member"]],
    ["a person of another organization", "outsider", ["outsider", "other"]],
    ["an administrator", "admin", ["admin", "service"]],
  ] as const)("%s reads their own, and where they manage", async (_, person, expected) => {
    const areas = await openAuditAreas(asPerson(scene[person]));
    const names = new Map<string, string>(Object.entries(scene).map(([name, id]) => [id, name]));
    expect(areas.map(({ area }) => names.get(area) ?? area)).toEqual(expected);
  });

  test.each(["member", "outsider"] as const)("a %s does not find what they may not read", async (person) => {
    for (const area of [scene.acme, scene.owner, "service"])
      await expect(openAudit(asPerson(scene[person]), area)).rejects.toMatchObject({ code: "not_found" });
  });

  test("refuses a person who claims to be an administrator", async () => {
    await expect(openAuditAreas({ id: scene.outsider, isAdmin: true })).rejects.toMatchObject({ code: "not_found" });
  });

  test("each area holds its own rows alone, in lists, single rows and exports", async () => {
    const areas = [
      ...(await openAuditAreas(asPerson(scene.owner))),
      ...(await openAuditAreas(asPerson(scene.outsider))),
      ...(await openAuditAreas(asPerson(scene.admin))),
    ];
    const seen = new Map<string, string>();
    for (const access of areas) {
      const { entries } = await listAudit(access, unfiltered, null, 200);
      expect(entries.length).toBeGreaterThan(0);
      for (const { id } of entries) {
        expect(seen.get(id) ?? access.area).toBe(access.area);
        seen.set(id, access.area);
      }
      const exported = (await readExport(access, unfiltered)).map(({ requestId }) => requestId);
      expect(exported).toEqual(entries.map(({ requestId }) => requestId));
    }
    const [own, foreign] = [areas[0], [...seen].find(([, area]) => area === scene.other)];
    const [row] = await database.query<{ at: Date }>("SELECT at FROM audit_log WHERE id = $1", [foreign?.[0]]);
    if (!own || !foreign || !row) throw new Error("The scene is not as expected.");
    expect(await findAuditEntry(own, { at: row.at, id: foreign[0] })).toBeNull();
  });
});

async function readExport(access: AuditAccess, query: AuditQuery, after: string | null = null) {
  const cursor = after === null ? null : { at: new Date(Number(after.split(".")[0])), id: after.split(".")[1] ?? "" };
  let text = "";
  for await (const part of exportAudit(access, query, { format: "ndjson", after: cursor })) text += part;
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { cursor: string; requestId: string });
}

describe("pages and filters", () => {
  let access: AuditAccess;
  beforeAll(async () => {
    const { id, billingEntityId } = await world.user();
    access = await openAudit({ id, isAdmin: false }, "");
    await insertRequests(billingEntityId, 2_500);
    await act(id, billingEntityId);
    await database.query("UPDATE audit_log SET at = date_trunc('second', at) WHERE billing_entity_id = $1", [
      billingEntityId,
    ]);
  });

  test("pages hold each row once, also where rows share an instant", async () => {
    await database.query(
      "UPDATE audit_log SET at = now() - interval '1 hour' WHERE billing_entity_id = $1 AND at < now() - interval '30 minutes'",
      [access.billingEntityId],
    );
    const ids: string[] = [];
    for (
      let page = await listAudit(access, unfiltered, null, 200);
      ;
      page = await listAudit(access, unfiltered, page.next, 200)
    ) {
      ids.push(...page.entries.map(({ id }) => id));
      if (page.next === null) break;
    }
    expect(ids.length).toBe(2_501);
    expect(new Set(ids).size).toBe(2_501);
  });

  test("an export that was cut off continues after any of its rows", async () => {
    const whole = await readExport(access, unfiltered);
    expect(whole.length).toBe(2_501);
    const cut = whole[1_233];
    const rest = await readExport(access, unfiltered, cut?.cursor);
    expect(rest.map(({ requestId }) => requestId)).toEqual(whole.slice(1_234).map(({ requestId }) => requestId));
  });

  test("writes exports in parts of a hundred rows, in turns", async () => {
    const parts: string[] = [];
    const read = async (name: string) => {
      for await (const part of exportAudit(access, unfiltered, { format: "csv" })) {
        expect(part.split("\r\n").length - 1).toBeLessThanOrEqual(100);
        parts.push(name);
      }
    };
    await Promise.all([read("first"), read("second")]);
    // 27 first parts show that the second export began before the first one ended.
    expect(parts.filter((name) => name === "first").length).toBe(27);
    expect(parts.filter((name) => name === "second").length).toBe(27);
    expect(parts.indexOf("second")).toBeLessThan(parts.lastIndexOf("first"));
  });

  test.each<[string, Partial<AuditQuery>, number]>([
    ["acts", { kind: "acts" }, 1],
    ["one act", { act: "api_key.create" }, 1],
    ["another act", { act: "api_key.revoke" }, 0],
    ["requests", { kind: "v1" }, 2_500],
    ["tool calls", { kind: "mcp" }, 0],
    ["refusals", { outcome: "refused" }, 0],
    ["what was done", { outcome: "done" }, 2_501],
    ["an object", { q: "key_1" }, 1],
    ["an unknown id", { q: "key_2" }, 0],
  ])("finds %s", async (_, filter, count) => {
    expect(await readExport(access, { ...unfiltered, ...filter })).toHaveLength(count);
  });

  test("one row is found by its cursor", async () => {
    const { entries } = await listAudit(access, unfiltered, null, 3);
    const [, second] = entries;
    if (!second) throw new Error("There is no second row.");
    expect(await findAuditEntry(access, second)).toEqual(second);
    expect(writeAuditCursor(second)).toMatch(/^\d+\.\d+$/);
  });

  test("escapes formulas and separators in CSV cells", async () => {
    await database.query("UPDATE users SET name = $2 WHERE id = $1", [access.area, '=HYPERLINK("x"), "y"\n']);
    let text = "";
    for await (const part of exportAudit(access, { ...unfiltered, kind: "acts" }, { format: "csv" })) text += part;
    expect(text).toContain(`,"'=HYPERLINK(""x""), ""y""\n",`);
    expect(text.split("\r\n")[0]).toMatch(/^cursor,at,requestId,/);
  });
});

test.each([
  ["all rows", LIST_AUDIT],
  ["acts", LIST_ACTS],
])("a page of %s reads a range of its own index, however many rows others have", async (_, statement) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id)
       SELECT now() - n * interval '1 ms', 'req_' || n, 'v1', 'GET', '/v1/me', 200, 'bil_dominant' FROM generate_series(1, 30000) n`,
    );
    await client.query("ANALYZE audit_log");
    await client.query("SET plan_cache_mode = force_generic_plan");
    await client.query(`PREPARE page AS ${statement.text}`);
    const { rows } = await client.query(
      "EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page('bil_small', '2100-01-01', 1, null, null, null, null, null, 51)",
    );
    const nodes = listNodes(rows[0]["QUERY PLAN"][0].Plan).filter((node) => node["Index Name"]);
    const onLog = nodes.filter((node) => String(node["Relation Name"]).startsWith("audit_log"));
    expect(onLog.length).toBeGreaterThan(0);
    for (const node of onLog) {
      expect(node["Rows Removed by Filter"] ?? 0).toBe(0);
      expect(node["Index Cond"]).toContain("billing_entity_id");
    }
  } finally {
    await client.end();
  }
});

type Node = Record<string, unknown> & { Plans?: Node[] };

function listNodes(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}
