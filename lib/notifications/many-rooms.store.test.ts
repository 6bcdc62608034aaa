import pg from "pg";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { failing, tellTenants } from "../../e2e/support/scenes/told-tenants";
import { createWorld } from "../../e2e/support/scenes/world";
import { OWNER_ROLE } from "../access/roles";
import { COUNT_UNREAD_NOTIFICATIONS } from "./notifications.sql";
import { raiseNotifications } from "./notify-people";
import { countUnread } from "./queries";

const database = useTestDatabase();
const { createTenant, insertWebhook } = tellTenants(createWorld(database));

const ROOMS = 3_000;

interface Node {
  "Relation Name"?: string;
  "Actual Loops": number;
  "Actual Rows": number;
  Plans?: Node[];
}

const listNodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

/** Each page of the settings counts. */
test("counts unread notices without reading rooms that have none", async () => {
  const tenant = await createTenant();
  await insertWebhook(tenant, failing(5));
  await raiseNotifications();
  await database.query(
    `INSERT INTO rooms (id, name, organization_id, billing_entity_id, created_at, updated_at)
     SELECT 'room_quiet' || n, 'Quiet', $1, $2, now(), now() FROM generate_series(1, $3::int) n`,
    [tenant.id, tenant.billingEntityId, ROOMS],
  );
  await database.query(
    `INSERT INTO room_members (id, room_id, user_id, role, created_at)
     SELECT 'mem_quiet' || n, 'room_quiet' || n, $1, $2, now() FROM generate_series(1, $3::int) n`,
    [tenant.owner.id, OWNER_ROLE, ROOMS],
  );
  expect(await countUnread(tenant.owner.id)).toBe(1);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("ANALYZE rooms, room_members, notifications, organization_memberships");
    for (const settings of [
      "SET plan_cache_mode = force_generic_plan",
      "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off",
    ]) {
      await client.query("DISCARD ALL");
      await client.query(settings);
      await client.query(`PREPARE unread AS ${COUNT_UNREAD_NOTIFICATIONS.text}`);
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE unread('${tenant.owner.id}')`);
      const ofRooms = listNodes(rows[0]["QUERY PLAN"][0].Plan).filter((node) => node["Relation Name"] === "rooms");
      expect(ofRooms.length).toBeGreaterThan(0);
      for (const node of ofRooms) expect(node["Actual Loops"] * Math.max(1, node["Actual Rows"])).toBeLessThan(10);
    }
  } finally {
    await client.end();
  }
});
