import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { eventually } from "../../e2e/support/scenes/eventually";
import { type SentStatement, watchStatements } from "../../e2e/support/scenes/watched-database";
import { createWorld } from "../../e2e/support/scenes/world";
import { countRequests } from "./count";
import { listRequests, type RequestFilter } from "./list";
import { openRequests, type RequestViewer } from "./open-viewer";

const database = useTestDatabase();
const world = createWorld(database);

const ROWS = 120_000;
const DAYS = 6;
const PAGE = 50;
/** The last hour before today stays empty: right after midnight its rows would not be counted yet. */
const SPAN_SECONDS = DAYS * 86_400 - 3_600;
let viewer: RequestViewer;

const DAY_MS = 86_400_000;
const startOfDay = (daysAgo: number) => new Date((Math.floor(Date.now() / DAY_MS) - daysAgo) * DAY_MS);

beforeAll(async () => {
  const [user, other] = [await world.user(), await world.user()];
  viewer = await openRequests(user.id);
  for (let day = 0; day <= DAYS; day += 1) {
    const [from, until] = [startOfDay(day), startOfDay(day - 1)];
    await database.query(
      `CREATE TABLE partitions.request_details_${from.toISOString().slice(0, 10).replaceAll("-", "_")}
       PARTITION OF request_details FOR VALUES FROM ('${from.toISOString()}') TO ('${until.toISOString()}')`,
    );
  }
  await database.query(
    `INSERT INTO request_details (at, billing_entity_id, request_id, surface, method, route, status, error_code, duration_ms,
       units_cost, actor_type, credential_id, user_id, room_id, facts, transaction_id)
     SELECT $3::timestamptz + n * interval '1 second' * $4::float, CASE WHEN n % 200 = 7 THEN $2 ELSE $1 END, 'req_' || n, 'v1', 'GET',
       CASE WHEN n % 20000 = 1 THEN '/v1/rare' ELSE '/v1/rooms' END, CASE WHEN n % 500 = 0 THEN 404 ELSE 200 END,
       CASE WHEN n % 500 = 0 THEN 'not_found' END, 3, 1, 'app', 'key_' || n % 5, NULL,
       CASE WHEN n % 20000 = 2 THEN 'room_rare' ELSE 'room_1' END, '{}', pg_current_xact_id()::text::bigint
     FROM generate_series(1, ${ROWS}) n`,
    [user.billingEntityId, other.billingEntityId, startOfDay(DAYS), SPAN_SECONDS / ROWS],
  );
  await database.query("VACUUM ANALYZE");
  const countedRows = async () => {
    await countRequests();
    const [sum] = await database.query<{ n: number }>("SELECT coalesce(sum(requests), 0)::int AS n FROM request_hours");
    return sum?.n;
  };
  await eventually(async () => expect(await countedRows()).toBe(ROWS));
  await database.query("ANALYZE");
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

function writeValue(value: unknown): string {
  if (value === null) return "NULL";
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Array.isArray(value)) return `'{${value.map((item) => (item as Date).toISOString()).join(",")}}'`;
  return `'${value as string | number}'`;
}

/** Explains a generic plan, as the service runs it. */
async function explain({ text, values }: SentStatement): Promise<Plan[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("SET plan_cache_mode = force_generic_plan");
    await client.query(`PREPARE list AS ${text}`);
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE list (${values.map(writeValue).join(", ")})`,
    );
    return flatten((rows[0] as { "QUERY PLAN": [{ Plan: Plan }] })["QUERY PLAN"][0].Plan);
  } finally {
    await client.end();
  }
}

async function countRowsRead(filter: RequestFilter, cursor?: string) {
  const watched = watchStatements();
  const page = await listRequests(viewer, filter, { cursor, limit: PAGE });
  const sent = watched.list().filter(({ name }) => name === "list_requests" || name === "list_refused_requests");
  watched.end();
  let read = 0;
  for (const statement of sent) {
    const nodes = await explain(statement);
    expect(nodes.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
    const scans = nodes.filter((node) => node["Relation Name"]?.startsWith("request_details"));
    for (const node of scans)
      read += (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  }
  return { read, page };
}

describe("a page reads", () => {
  test("only its own rows on every page", async () => {
    const first = await countRowsRead({});
    expect(first.page.rows).toHaveLength(PAGE);
    expect(first.read).toBeLessThanOrEqual(PAGE + 1 + DAYS);
    const until = new Date(startOfDay(DAYS).getTime() + 600_000);
    const last = await countRowsRead({ until });
    expect(last.page.rows).toHaveLength(PAGE);
    expect(last.read).toBeLessThanOrEqual(PAGE + 1 + DAYS);
  });

  test.each<[string, RequestFilter]>([
    ["refused requests", { statusClass: "4xx" }],
    ["requests with a code", { errorCode: "not_found" }],
  ])("%s by their own index", async (_, filter) => {
    const { read, page } = await countRowsRead(filter);
    expect(page.rows).toHaveLength(PAGE);
    expect(read).toBeLessThanOrEqual(4 * PAGE);
  });

  test.each<[string, RequestFilter, number]>([
    ["a rare route", { route: "/v1/rare" }, ROWS / 20_000],
    ["a rare room", { roomId: "room_rare" }, ROWS / 20_000],
    ["a route that nobody called", { route: "/v1/none" }, 0],
  ])("only matching rows for %s", async (_, filter, expected) => {
    const { read, page } = await countRowsRead(filter);
    expect(page).toMatchObject({ nextCursor: null, searchedUntil: null });
    expect(page.rows).toHaveLength(expected);
    expect(read).toBe(expected);
  });

  test("little more than itself for a common key", async () => {
    const { read, page } = await countRowsRead({ credentialId: "key_3" });
    expect(page.rows).toHaveLength(PAGE);
    expect(read).toBeLessThanOrEqual(20 * PAGE);
  });
});

test("ends a search early that would read too much and continues from its cursor", async () => {
  // Such hours promise more rows than there are and give no places, so each of them is read.
  await database.query(
    "UPDATE request_hours SET requests = requests + 150000, first_at = NULL, last_at = NULL WHERE route = '/v1/rare'",
  );
  const found: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await listRequests(viewer, { route: "/v1/rare" }, { cursor, limit: PAGE });
    found.push(...page.rows.map(({ requestId }) => requestId));
    if (page.nextCursor !== null) expect(page.searchedUntil).not.toBeNull();
    cursor = page.nextCursor ?? undefined;
    pages += 1;
  } while (cursor !== undefined && pages < 20);
  expect(pages).toBeGreaterThan(1);
  expect(new Set(found).size).toBe(ROWS / 20_000);
  expect(found).toHaveLength(ROWS / 20_000);
});
