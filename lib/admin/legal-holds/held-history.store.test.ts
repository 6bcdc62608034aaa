import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createHolds } from "../../../e2e/support/scenes/tenants";
import { createWorld } from "../../../e2e/support/scenes/world";
import { ensureAllPartitions } from "../../../inngest/prepare-database";
import { dropOldAuditPartitions, dropOldDetailPartitions } from "../../audit/retention";
import { dropOldEvents } from "../../events/retention";
import { lowestId, newId } from "../../platform/ids";
import { dropOldDeliveries } from "../../webhooks/retention";

const database = useTestDatabase();
const world = createWorld(database);
const holds = createHolds(database);
const OLD = new Date("2016-03-05T12:00:00Z");

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: OLD }));
afterEach(() => vi.useRealTimers());

async function makeTenant(): Promise<string> {
  const { id: organizationId, billingEntityId } = await world.organization();
  const { id: roomId } = await world.room({ organizationId, billingEntityId });
  const { id: keyId } = await world.apiKey({ organizationId, billingEntityId });
  const webhookId = newId("wh");
  await database.query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     VALUES ($1, $2, 'Receiver', 'http://127.0.0.1:9/', '{}', 'v1', now(), now())`,
    [webhookId, roomId],
  );
  await database.query(
    `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id)
     VALUES ($1, 'req', 'v1', 'GET', '/v1/rooms', 200, $2)`,
    [OLD, billingEntityId],
  );
  await database.query(
    `INSERT INTO request_details (at, billing_entity_id, request_id, surface, method, route, status, duration_ms, units_cost, facts,
       transaction_id)
     VALUES ($1, $2, 'req', 'v1', 'GET', '/v1/rooms', 200, 1, 1, '{}', 1)`,
    [OLD, billingEntityId],
  );
  await database.query("INSERT INTO recorded_bodies (at, api_key_id, request_id) VALUES ($1, $2, 'req')", [OLD, keyId]);
  await database.query(
    `INSERT INTO events (id, type, room_id, object_type, object_id, created_at)
     VALUES ($1, 'message.created', $2, 'message', 'msg', $3)`,
    [`evt_${roomId}`, roomId, OLD],
  );
  await database.query(
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, billing_entity_id, state, attempts, created_at)
     VALUES (gen_random_uuid(), $1, 'evt', 'message.created', $2, $3, 'SUCCEEDED', 1, $2)`,
    [webhookId, OLD, billingEntityId],
  );
  await database.query(
    `INSERT INTO delivery_attempts (id, webhook_id, event, success, attempt, delivered_at, payload, request_headers)
     VALUES ($1, $2, 'message.created', true, 1, $3, '{}', '{}')`,
    [`${lowestId("whd", OLD)}${webhookId.slice(-4)}`, webhookId, OLD],
  );
  return billingEntityId;
}

const TABLES = ["audit_log", "request_details", "recorded_bodies", "events", "deliveries", "delivery_attempts"];

async function countOld(): Promise<Record<string, number>> {
  const counts = TABLES.map(async (table) => {
    const rows = await database.query(`SELECT FROM ${table} WHERE tableoid::regclass::text LIKE '%\\_2016\\_03%'`);
    return [table, rows.length] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}
const each = (count: number) => Object.fromEntries(TABLES.map((table) => [table, count]));

async function dropAll(): Promise<void> {
  for (const drop of [dropOldAuditPartitions, dropOldDetailPartitions, dropOldEvents, dropOldDeliveries])
    expect(await drop()).toBe(true);
}

test("every table that is dropped by time keeps the rows of a held tenant in their place, and no others", async () => {
  await ensureAllPartitions();
  const held = await makeTenant();
  await makeTenant();
  expect(await countOld()).toEqual(each(2));
  vi.useRealTimers();
  await holds.place(held);
  await dropAll();
  expect(await countOld()).toEqual(each(1));
  const [kept] = await database.query("SELECT billing_entity_id AS id FROM audit_log WHERE at < '2017-01-01'");
  expect(kept).toEqual({ id: held });
  await dropAll();
  expect(await countOld()).toEqual(each(1));
  await holds.lift(held);
  await dropAll();
  const left = await database.query("SELECT FROM pg_class WHERE relname LIKE '%\\_2016\\_03%'");
  expect([await countOld(), left]).toEqual([each(0), []]);
});
