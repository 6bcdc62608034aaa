import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { PLAN_BY_INDEX, PLAN_FREELY } from "./transaction";

/**
 * A connection keeps the plan that it made first. So each hot statement is planned while its tables are empty, and
 * again when they are full: both must find rows by the same indexes.
 */
const CLAIMED = [
  "billing_entities_pkey",
  "deliveries_waiting_pkey",
  "rooms_pkey",
  "webhook_secrets_pkey",
  "webhooks_pkey",
];
const LEDGER = ["unit_ledger_pkey", "unit_reservations_pkey"];
const HOT: Record<string, readonly string[]> = {
  record_events: ["billing_entities_pkey", "deliveries_due_idx", "webhook_secrets_pkey", "webhooks_room_id_id_idx"],
  claim_due_deliveries: [...CLAIMED, "deliveries_due_idx", "delivery_minutes_pkey"].sort(),
  finish_attempts: ["deliveries_waiting_pkey", "unit_reservations_pkey", "webhooks_pkey"],
  list_waiting_webhooks: ["deliveries_due_idx"],
  release_deliveries: ["deliveries_waiting_pkey"],
  end_reservations: LEDGER,
  list_comment_activity: [
    "comment_floors_pkey",
    "comment_mentions_pkey",
    "comment_places_pkey",
    "organization_memberships_organization_id_user_id_key",
    "record_comments_room_id_id_idx",
    "records_pkey",
    "room_members_user_id_room_id_key",
    "rooms_pkey",
  ],
  count_comments: [
    "comment_floors_pkey",
    "comment_places_pkey",
    "record_comments_record_id_id_idx",
    "records_pkey",
    "room_members_user_id_room_id_key",
  ],
  list_room_people: [
    "organization_memberships_user_id_organization_id_idx",
    "room_members_room_id_id_idx",
    "room_members_user_id_room_id_key",
    "rooms_pkey",
    "users_pkey",
  ],
  release_stale_reservations: ["unit_ledger_pkey", "unit_reservations_expires_at_idx", "unit_reservations_pkey"],
};
const LINEAR = new Set([
  "claim_due_deliveries",
  "finish_attempts",
  "list_waiting_webhooks",
  "record_events",
  "release_deliveries",
]);
const TABLES = [
  "billing_entities",
  "rooms",
  "webhooks",
  "webhook_secrets",
  "partitions.deliveries_waiting",
  "delivery_minutes",
  "delivery_hours",
  "unit_ledger",
  "unit_reservations",
  "room_members",
  "records",
  "record_comments",
  "comment_mentions",
  "comment_floors",
  "comment_places",
];
const ROWS = 5_000;

interface Hot {
  name: string;
  text: string;
}
const modules = import.meta.glob<Record<string, unknown>>("/lib/**/*.sql.ts", { eager: true });
const statements = Object.values(modules)
  .flatMap((exported) => Object.values(exported))
  .filter((value): value is Hot => typeof value === "object" && value !== null && "name" in value && "text" in value);

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Join Filter"?: string;
  Plans?: Plan[];
}
const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

const database = useTestDatabase();
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`TRUNCATE ${TABLES.join(", ")} CASCADE`);
});
afterAll(() => client.end());

/** An index without a condition is read as a whole, unless LIMIT ends the read. */
const readsAll = (parent: Plan, { "Node Type": type, "Index Cond": condition }: Plan) =>
  type === "Seq Scan" || (type.startsWith("Index") && condition === undefined && parent["Node Type"] !== "Limit");

async function readPlan(name: string): Promise<{ indexes: string[]; scanned: Plan[]; compared: string[] }> {
  const found = statements.find((statement) => statement.name === name);
  if (!found) throw new Error(`no statement ${name}`);
  const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${found.text}`,
  );
  const nodes = (rows[0]?.["QUERY PLAN"] ?? []).flatMap(({ Plan: plan }) => flatten(plan));
  return {
    indexes: [...new Set(nodes.flatMap((node) => node["Index Name"] ?? []))].sort(),
    scanned: nodes.flatMap((node) => node.Plans?.filter((child) => readsAll(node, child)) ?? []),
    compared: nodes.flatMap((node) => node["Join Filter"] ?? []),
  };
}

async function readPlans() {
  const plans: Record<string, readonly string[]> = {};
  for (const name of Object.keys(HOT)) {
    const { indexes, scanned, compared } = await readPlan(name);
    // Such a join takes four times as long for twice the rows.
    if (LINEAR.has(name)) expect({ name, compared }).toEqual({ name, compared: [] });
    const names = scanned.map((node) => `${node["Relation Name"]} by ${node["Index Name"]}`);
    expect({ name, names }).toEqual({ name, names: [] });
    plans[name] = indexes;
  }
  return plans;
}

async function fillTables(): Promise<void> {
  const id = (prefix: string) => `'${prefix}_0' || lpad(n::text, 25, '0')`;
  const series = `FROM generate_series(1, ${ROWS}) n`;
  for (const text of [
    `INSERT INTO billing_entities (id, kind, plan, created_at) SELECT ${id("bil")}, 'ORGANIZATION', 'STANDARD', now() ${series}`,
    `INSERT INTO rooms (id, name, billing_entity_id, created_at, updated_at) SELECT ${id("room")}, 'R', ${id("bil")}, now(), now() ${series}`,
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     SELECT ${id("wh")}, ${id("room")}, 'W', 'https://example.test/', '{message.created}', '2026-06-09', now(), now() ${series}`,
    `INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at) SELECT ${id("wh")}, 'CURRENT', 'x', now() ${series}`,
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id, next_attempt_at, created_at)
     SELECT gen_random_uuid(), ${id("wh")}, 'evt_' || n, 'message.created', now(), 'message', '1', ${id("bil")}, now(), now() ${series}`,
    `INSERT INTO delivery_minutes (billing_entity_id, minute, given, last_given)
     SELECT ${id("bil")}, date_trunc('minute', now()) - m * interval '1 minute', 1, 1 ${series}, generate_series(0, 1) m`,
    `INSERT INTO delivery_hours (billing_entity_id, hour, webhook_id, attempts, failed, units) SELECT ${id("bil")}, now(), ${id("wh")}, 1, 0, 1 ${series}`,
    `INSERT INTO unit_ledger (billing_entity_id, month, confirmed, reserved) SELECT ${id("bil")}, '2026-11-01', 1, 1 ${series}`,
    `INSERT INTO unit_reservations (id, billing_entity_id, month, units, expires_at)
     SELECT gen_random_uuid(), ${id("bil")}, '2026-11-01', 1, now() + n * interval '1 second' ${series}`,
    `INSERT INTO users (id, email, name, billing_entity_id, created_at)
     SELECT ${id("usr")}, 'n' || n || '@example.test', 'N', ${id("bil")}, now() ${series}`,
    `INSERT INTO room_members (id, room_id, user_id, created_at)
     SELECT ${id("mem")} || k, 'room_0' || lpad((1 + (n + k) % ${ROWS})::text, 25, '0'), ${id("usr")}, now() ${series}, generate_series(0, 1) k`,
    `INSERT INTO records (id, room_id, title, created_at, updated_at)
     SELECT ${id("rec")} || k, ${id("room")}, 'R', now(), now() ${series}, generate_series(0, 1) k`,
    `INSERT INTO record_comments (id, record_id, room_id, body, draft_key, created_at, updated_at)
     SELECT ${id("cmt")} || c, ${id("rec")} || c % 2, ${id("room")}, 'C', convert_to(n || ' ' || c, 'UTF8'), now(), now() ${series}, generate_series(1, 8) c`,
    `INSERT INTO comment_mentions (comment_id, user_id, room_id, name, created_at) SELECT ${id("cmt")} || 1, ${id("usr")}, ${id("room")}, 'N', now() ${series}`,
    `INSERT INTO comment_floors (user_id, room_id, from_id) SELECT user_id, room_id, 'cmt_' FROM room_members`,
    `INSERT INTO comment_places (user_id, room_id, record_id, comment_id, read_at)
     SELECT m.user_id, m.room_id, r.id, 'cmt_', now() FROM room_members m JOIN records r ON r.room_id = m.room_id`,
  ])
    await client.query(text);
}

test("hot statements find rows by the same indexes, whether they were planned on empty or on full tables", async () => {
  await client.query(`VACUUM ANALYZE ${TABLES.join(", ")}`);
  await client.query(PLAN_BY_INDEX);
  // Tables that grow slowly may use any index until they are analyzed.
  const slow = /^(?:rooms|webhooks|records|comment_mentions|comment_places|organization_memberships)_/;
  const growing = (indexes: readonly string[]) => indexes.filter((name) => !slow.test(name));
  const onEmpty = Object.entries(await readPlans()).map(([name, indexes]) => [name, growing(indexes)]);
  expect(Object.fromEntries(onEmpty)).toEqual(
    Object.fromEntries(Object.entries(HOT).map(([name, indexes]) => [name, growing(indexes)])),
  );
  await fillTables();
  await client.query(`ANALYZE ${TABLES.join(", ")}`);
  expect(await readPlans()).toEqual(HOT);
  await client.query(PLAN_FREELY);
  expect(await readPlans()).toEqual(HOT);
});
