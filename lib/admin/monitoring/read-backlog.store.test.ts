import { beforeEach, expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWebhookScene, type WebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { pool } from "../../db/pool";
import type { Statement } from "../../db/statement";
import { PLAN_BY_INDEX, PLAN_FREELY } from "../../db/transaction";
import { newId } from "../../platform/ids";
import { READ_BACKGROUND_QUEUE, READ_DUE_DELIVERIES, READ_UNSIGNED_ROW } from "./backlog.sql";
import { COUNTED_MAX, readBacklog, startWalk } from "./read-backlog";

const database = useTestDatabase();
let scene: WebhookScene;
beforeEach(async () => {
  await database.query("TRUNCATE deliveries, webhooks, runner_runs, agent_runs, audit_log, audit_leaves CASCADE");
  scene = await createWebhookScene(database);
});

async function addWebhook(options: { url?: null; isActive?: boolean } = {}): Promise<string> {
  const { url = "https://hooks.example.com/in", isActive = true } = options;
  const id = newId("wh");
  await database.query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, is_active, created_at, updated_at)
     VALUES ($1, $2, 'Receiver', $3, ARRAY['message.created'], '2026-06-09', $4, now(), now())`,
    [id, scene.roomId, url, isActive],
  );
  return id;
}

async function addDeliveries(webhookId: string, count: number, dueInSeconds: number): Promise<void> {
  await database.query(
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id,
       next_attempt_at, created_at)
     SELECT gen_random_uuid(), $1, 'evt', 'message.created', now(), 'message', 'msg', $2, now() + $4 * interval '1 second', now()
     FROM generate_series(1, $3::int)`,
    [webhookId, scene.billingEntityId, count, dueInSeconds],
  );
}

const ageOf = (at: Date | null) => (at === null ? null : (Date.now() - at.getTime()) / 1000);

test("counts what is due, and leaves out what waits on purpose", async () => {
  await addDeliveries(await addWebhook(), 3, -100);
  await addDeliveries(await addWebhook(), 2, -400);
  await addDeliveries(await addWebhook(), 5, 600);
  await addDeliveries(await addWebhook({ isActive: false }), 5, -9_000);
  await addDeliveries(await addWebhook({ url: null }), 5, -9_000);
  const { deliveriesDue, oldestDeliveryAt } = await readBacklog(startWalk());
  expect(deliveriesDue).toBe(5);
  expect(ageOf(oldestDeliveryAt)).toBeGreaterThanOrEqual(400);
  expect(ageOf(oldestDeliveryAt)).toBeLessThan(9_000);
});

test("reports an empty queue after a full one", async () => {
  const walk = startWalk();
  await addDeliveries(await addWebhook(), 3, -100);
  expect((await readBacklog(walk)).deliveriesDue).toBe(3);
  await database.query("DELETE FROM deliveries");
  expect(await readBacklog(walk)).toMatchObject({ deliveriesDue: 0, oldestDeliveryAt: null });
});

test("walks many webhooks in several refreshes", async () => {
  const walk = startWalk();
  for (let webhook = 1; webhook <= 20; webhook += 1) await addDeliveries(await addWebhook(), 1, -60 * webhook);
  // Eight statements of two webhooks each do not reach the end of the walk.
  expect((await readBacklog(walk, 2)).deliveriesDue).toBe(0);
  const { deliveriesDue, oldestDeliveryAt } = await readBacklog(walk, 2);
  expect(deliveriesDue).toBe(20);
  expect(ageOf(oldestDeliveryAt)).toBeGreaterThanOrEqual(20 * 60);
});

test("finds the first audit row that is not a leaf yet", async () => {
  const addRow = (secondsAgo: number) =>
    database.query<{ id: string; at: Date }>(
      `INSERT INTO audit_log (at, request_id, surface, method, route, status)
       VALUES (date_trunc('milliseconds', now()) - $1 * interval '1 second', 'req', 'v1', 'GET', '/v1/me', 200) RETURNING id, at`,
      [secondsAgo],
    );
  expect((await readBacklog(startWalk())).oldestUnsignedRowAt).toBeNull();
  const [signed] = await addRow(50);
  await database.query("INSERT INTO audit_leaves (index, audit_id, at, number, salt) VALUES (0, $1, $2, 1, '')", [
    signed?.id,
    signed?.at,
  ]);
  expect((await readBacklog(startWalk())).oldestUnsignedRowAt).toBeNull();
  const [waiting] = await addRow(40);
  await addRow(30);
  expect((await readBacklog(startWalk())).oldestUnsignedRowAt).toEqual(waiting?.at);
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Plan[];
}
const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

async function countReadRows({ text }: Pick<Statement, "text">, values: readonly string[]): Promise<number> {
  const client = await pool().connect();
  try {
    await client.query(PLAN_BY_INDEX);
    await client.query(`PREPARE read AS ${text}`);
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE read (${values.map((value) => `'${value}'`).join(", ")})`,
    );
    const nodes = (rows[0]?.["QUERY PLAN"] ?? []).flatMap(({ Plan }) => flatten(Plan));
    const scans = nodes.filter((node) => node["Relation Name"] !== undefined);
    expect(scans.length).toBeGreaterThan(0);
    return scans.reduce((sum, node) => sum + node["Actual Rows"] * node["Actual Loops"], 0);
  } finally {
    await client.query(`DEALLOCATE read; ${PLAN_FREELY}`);
    client.release();
  }
}

const ROWS = 3 * COUNTED_MAX;
const EMPTY = "empty";

// A plan lives as long as its connection, so one made on an empty table is used on a full one.
test.each([EMPTY, "full"])(
  "reads a bounded number of rows of queues of any length, planned on a table seen %s",
  async (seen) => {
    if (seen === EMPTY) await database.query("ANALYZE deliveries, runner_runs, audit_log, audit_leaves");
    await addDeliveries(await addWebhook(), ROWS, -100);
    await addDeliveries(await addWebhook(), ROWS, 600);
    await database.query(
      `INSERT INTO runner_runs (id, function_id, idempotency_key, wake_at, created_at)
     SELECT n, 'f', n, now(), now() FROM generate_series(1, $1::int) n`,
      [ROWS],
    );
    await database.query(
      `INSERT INTO audit_log (at, request_id, surface, method, route, status)
     SELECT now(), 'req', 'v1', 'GET', '/v1/me', 200 FROM generate_series(1, $1::int)`,
      [ROWS],
    );
    if (seen !== EMPTY) await database.query("ANALYZE deliveries, runner_runs, audit_log, audit_leaves");
    const at = new Date().toISOString();
    const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
    expect(await countReadRows(READ_DUE_DELIVERIES, ["", at, "1000", String(COUNTED_MAX)])).toBeLessThan(
      COUNTED_MAX + 100,
    );
    expect(await countReadRows(READ_BACKGROUND_QUEUE, [at, String(COUNTED_MAX)])).toBeLessThan(COUNTED_MAX + 100);
    expect(await countReadRows(READ_UNSIGNED_ROW, [dayAgo, "5000"])).toBeLessThan(100);
  },
);
