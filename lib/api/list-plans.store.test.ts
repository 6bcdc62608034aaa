import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { watchStatements } from "../../e2e/support/scenes/watched-database";
import { createWorld } from "../../e2e/support/scenes/world";
import { REGISTRY } from "../docs/surface/registry";
import { newId } from "../platform/ids";
import { createKernel } from "./kernel";

const database = useTestDatabase();
const world = createWorld(database);
const kernel = createKernel(REGISTRY);

const DOMINANT_ROWS = 30_000;
const SMALL_ROWS = 300;

/** The table that each list pages through, and how to fill it. */
const LISTS: Record<string, { table: string; columns: string; values: string }> = {
  messages: {
    table: "messages",
    columns: "id, room_id, body, created_at, updated_at",
    values: "'msg_' || $s || lpad(n::text, 24, '0'), $1, 'Message', now(), now()",
  },
  boards: {
    table: "boards",
    columns: "id, room_id, name, position, created_at",
    values: "'brd_' || $s || lpad(n::text, 24, '0'), $1, 'Board', n, now()",
  },
  tasks: {
    table: "tasks",
    columns: "id, room_id, board_id, title, created_at, updated_at",
    values: "'task_' || $s || lpad(n::text, 24, '0'), $1, $2, 'Task', now(), now()",
  },
  records: {
    table: "records",
    columns: "id, room_id, title, created_at, updated_at",
    values: "'rec_' || $s || lpad(n::text, 24, '0'), $1, 'Record', now(), now()",
  },
  files: {
    table: "files",
    columns: "id, room_id, file_name, size, mime_type, source, state, uploaded_by_id, storage_key, created_at",
    values:
      "'file_' || $s || lpad(n::text, 24, '0'), $1, 'a.png', 1, 'image/png', 'CHAT', 'READY', 'usr_x', $1 || n, now()",
  },
};

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
}

const scene = { token: "", orgKey: "", small: "", dominant: "" };
const PEOPLE = 3_000;

/** Many people in one room, and one person in many rooms. */
async function fillDirectory(org: { id: string; billingEntityId: string }, userId: string): Promise<void> {
  const people = `generate_series(1, ${PEOPLE}) n, (SELECT $1::text, $2::text, $3::text) given`;
  const values = [org.id, org.billingEntityId, userId];
  const id = (prefix: string) => `'${prefix}_000' || lpad(n::text, 23, '0')`;
  await database.query(
    `INSERT INTO billing_entities (id, kind, created_at) SELECT ${id("bil")}, 'INDIVIDUAL', now() FROM ${people}`,
    values,
  );
  await database.query(
    `INSERT INTO users (id, email, name, billing_entity_id, created_at) SELECT ${id("usr")}, n || '@example.test', 'P', ${id("bil")}, now() FROM ${people}`,
    values,
  );
  await database.query(
    `INSERT INTO rooms (id, name, organization_id, billing_entity_id, created_at, updated_at) SELECT ${id("room")}, 'R', $1, $2, now(), now() FROM ${people}`,
    values,
  );
  await database.query(
    `INSERT INTO room_members (id, room_id, user_id, role, created_at) SELECT ${id("mem")}, '${scene.dominant}', ${id("usr")}, 20, now() FROM ${people}
     UNION ALL SELECT ${id("mem")} || 'r', ${id("room")}, $3, 20, now() FROM ${people}`,
    values,
  );
}

beforeAll(async () => {
  const org = await world.organization({ plan: "UNLIMITED" });
  const user = await world.user();
  await world.join(org.id, user.id);
  for (const name of ["small", "dominant"] as const) {
    const room = await world.room({ organizationId: org.id, billingEntityId: org.billingEntityId });
    await world.enter(room.id, user.id);
    const board = await world.board(room.id);
    scene[name] = room.id;
    const [rows, series] = name === "small" ? [SMALL_ROWS, "'00'"] : [DOMINANT_ROWS, "'01'"];
    for (const { table, columns, values } of Object.values(LISTS)) {
      await database.query(
        `INSERT INTO ${table} (${columns}) SELECT ${values.replace("$s", series)}
         FROM generate_series(1, ${rows}) n, (SELECT $1::text, $2::text) given`,
        [room.id, board.id],
      );
    }
  }
  await fillDirectory(org, user.id);
  await database.query("VACUUM ANALYZE");
  scene.orgKey = (await world.apiKey({ organizationId: org.id, billingEntityId: org.billingEntityId })).key;
  scene.token = (await world.accessToken({ userId: user.id, billingEntityId: org.billingEntityId })).token;
});

/** The statement that a list runs, as it went to PostgreSQL. */
async function catchStatement(
  target: string,
  name: string,
  credential = scene.token,
): Promise<{ text: string; values: unknown[] }> {
  const watched = watchStatements();
  const answer = await kernel({
    method: "GET",
    target,
    header: (header) => (header === "authorization" ? `Bearer ${credential}` : null),
    headersBytes: 100,
    address: "192.0.2.7",
    body: null,
  });
  expect(answer.status).toBe(200);
  const statement = watched.list().find((sent) => sent.name === name);
  watched.end();
  if (!statement) throw new Error(`no statement ${name}`);
  return statement;
}

async function explain(statement: { text: string; values: unknown[] }, mode: string): Promise<Plan> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`SET plan_cache_mode = ${mode}`);
    await client.query(`PREPARE list AS ${statement.text}`);
    const values = statement.values.map(writeValue);
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE list (${values.join(", ")})`);
    return (rows[0] as { "QUERY PLAN": [{ Plan: Plan }] })["QUERY PLAN"][0].Plan;
  } finally {
    await client.end();
  }
}

function writeValue(value: unknown): string {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return `'{${value.join(",")}}'`;
  return typeof value === "string" ? `'${value}'` : JSON.stringify(value).replaceAll('"', "'");
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}

describe.each(Object.keys(LISTS))("list of %s", (list) => {
  test.each([
    ["small", "force_custom_plan"],
    ["small", "force_generic_plan"],
    ["dominant", "force_custom_plan"],
    ["dominant", "force_generic_plan"],
  ] as const)("in a %s room with %s is one range scan on (room, id)", async (size, mode) => {
    const nodes = flatten(
      await explain(await catchStatement(`/v1/rooms/${scene[size]}/${list}`, `list_${list}`), mode),
    );
    const scans = nodes.filter((node) => node["Relation Name"] === LISTS[list]?.table);
    expect(scans.map((node) => node["Node Type"])).toEqual([expect.stringMatching(/^Index (Only )?Scan$/)]);
    expect(scans[0]?.["Index Cond"]).toMatch(/room_id >= .* AND \(ROW\(room_id, id\) < ROW\(/);
    expect(nodes.some((node) => node["Node Type"] === "Sort")).toBe(false);
  });
});

describe.each([
  ["tasks?status=IN_PROGRESS", "list_tasks_of_status", "tasks", /ROW\(room_id, id\) < ROW\(/],
  [`tasks?assigneeId=${newId("usr")}`, "list_assigned_tasks", "tasks", /assignee_id = .*ROW\(room_id, id\) < ROW\(/],
  ["tasks?updatedSince=2036-01-01T00:00:00Z", "list_changed_tasks", "tasks", /updated_at >= /],
  ["records?updatedSince=2036-01-01T00:00:00Z", "list_changed_records", "records", /updated_at >= /],
] as const)("%s", (list, name, table, condition) => {
  test.each(["force_custom_plan", "force_generic_plan"])("reads no other room with %s", async (mode) => {
    const nodes = flatten(await explain(await catchStatement(`/v1/rooms/${scene.dominant}/${list}`, name), mode));
    const conditions = nodes.flatMap((node) => node["Index Cond"] ?? []);
    expect(nodes.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
    expect(nodes.filter((node) => node["Relation Name"] === table)).toHaveLength(1);
    expect(conditions).toEqual([expect.stringMatching(condition)]);
    expect(conditions[0]).toMatch(/room_id (>=|=) /);
  });
});

describe.each([
  ["the event log", "", "list_events", /\(ROW\(room_id, created_at, id\) < ROW\(/],
  ["its events of one type", "?type=task.created", "list_events_of_type", /ROW\(room_id, created_at, id\) < ROW\(/],
] as const)("%s", (_, query, name, condition) => {
  beforeAll(async () => {
    await database.query(
      `INSERT INTO events (id, type, room_id, object_type, object_id, created_at)
       SELECT 'evt_' || $3::text || n, CASE WHEN n % 1000 = 0 THEN 'task.created' ELSE 'message.created' END,
         CASE WHEN n <= 300 THEN $1 ELSE $2 END, 'task', 'task_1', now() - n * interval '1 second'
       FROM generate_series(1, 20000) n`,
      [scene.small, scene.dominant, name],
    );
    await database.query("ANALYZE events");
  });

  test.each(["force_custom_plan", "force_generic_plan"])("is one range scan with %s", async (mode) => {
    const statement = await catchStatement(`/v1/rooms/${scene.dominant}/events${query}`, name);
    const nodes = flatten(await explain(statement, mode));
    const scans = nodes.filter((node) => node["Relation Name"]?.startsWith("events_"));
    expect(scans.length).toBeGreaterThanOrEqual(1);
    for (const scan of scans) expect(scan["Node Type"]).toMatch(/^Index (Only )?Scan$/);
    for (const scan of scans) expect(scan["Index Cond"]).toMatch(condition);
    expect(nodes.some((node) => node["Node Type"] === "Sort")).toBe(false);
  });
});

test.each(["force_custom_plan", "force_generic_plan"])(
  "the history of a webhook is one range scan with %s",
  async (mode) => {
    const [small, large] = [newId("wh"), newId("wh")];
    await database.query(
      `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     SELECT id, $1, 'W', 'http://127.0.0.1:9/', '{}', '2026-06-09', now(), now() FROM unnest($2::text[]) id`,
      [scene.small, [small, large]],
    );
    await database.query(
      `INSERT INTO delivery_attempts (id, webhook_id, event, success, attempt, delivered_at, payload, request_headers)
     SELECT 'whd_' || $3 || lpad(n::text, 24, '0'), CASE WHEN n <= 300 THEN $1 ELSE $2 END, 'task.created', true, 1, now(), '{}', '{}'
     FROM generate_series(1, 20000) n`,
      [small, large, mode === "force_custom_plan" ? "00" : "01"],
    );
    await database.query("ANALYZE delivery_attempts");
    const target = `/v1/rooms/${scene.small}/webhooks/${small}/deliveries`;
    const nodes = flatten(await explain(await catchStatement(target, "list_delivery_attempts", scene.orgKey), mode));
    const scans = nodes.filter((node) => node["Relation Name"]?.startsWith("delivery_attempts_"));
    expect(scans.map((node) => node["Node Type"])).toEqual([expect.stringMatching(/^Index (Only )?Scan$/)]);
    expect(scans[0]?.["Index Cond"]).toMatch(/webhook_id >= .* AND \(ROW\(webhook_id, id\) < ROW\(/);
    expect(nodes.some((node) => node["Node Type"] === "Sort")).toBe(false);
  },
);

describe.each([
  ["members", "list_members", "room_members", /room_id >= .* AND \(ROW\(room_id, id\) < ROW\(/],
  ["rooms of a person", "list_rooms_of_user", "room_members", /user_id >= .* AND \(ROW\(user_id, room_id\) < ROW\(/],
  ["rooms of an organization", "list_rooms_of_entity", "rooms", /ROW\(billing_entity_id, id\) < ROW\(/],
] as const)("list of %s", (list, name, table, condition) => {
  test.each(["force_custom_plan", "force_generic_plan"])("is one range scan with %s", async (mode) => {
    const target = list === "members" ? `/v1/rooms/${scene.dominant}/members` : "/v1/rooms";
    const credential = list === "rooms of an organization" ? scene.orgKey : scene.token;
    const nodes = flatten(await explain(await catchStatement(target, name, credential), mode));
    const scans = nodes.filter((node) => node["Relation Name"] === table);
    expect(scans.map((node) => node["Node Type"])).toEqual([expect.stringMatching(/^Index (Only )?Scan$/)]);
    expect(scans[0]?.["Index Cond"]).toMatch(condition);
    expect(nodes.some((node) => node["Node Type"] === "Sort")).toBe(false);
  });
});
