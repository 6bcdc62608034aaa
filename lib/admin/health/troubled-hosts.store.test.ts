import { beforeEach, expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWebhookScene, type WebhookScene } from "../../../e2e/support/scenes/webhook-scene";
import { createWorld } from "../../../e2e/support/scenes/world";
import { type AdminAccess, openAdministration } from "../../access/open-administration";
import { pool } from "../../db/pool";
import type { Statement } from "../../db/statement";
import { PLAN_BY_INDEX } from "../../db/transaction";
import { newId } from "../../platform/ids";
import { suspendTenant } from "../tenants/suspend";
import { LIST_FAILING_WEBHOOKS, LIST_HELD_WEBHOOKS, LIST_LATE_WEBHOOKS, READ_LAST_FAILURES } from "./hosts.sql";
import { listTroubledHosts } from "./list-troubled-hosts";
import { COUNTED_PER_WEBHOOK } from "./troubled-host";

const database = useTestDatabase();
let scene: WebhookScene;
let admin: AdminAccess;
beforeEach(async () => {
  await database.query("TRUNCATE deliveries, webhooks, delivery_attempts, delivery_hours CASCADE");
  scene = await createWebhookScene(database);
  const person = await createWorld(database).user();
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [person.id]);
  admin = await openAdministration(person.id);
});

interface Planted {
  host?: string;
  of?: WebhookScene;
  url?: null;
  isActive?: boolean;
}

async function plantWebhook({ host = "a.test", of = scene, url, isActive = true }: Planted = {}): Promise<string> {
  const id = newId("wh");
  await database.query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, is_active, disabled_at, disabled_reason, created_at, updated_at)
     VALUES ($1, $2, 'Receiver', $3, ARRAY['message.created'], '2026-06-09', $4, CASE WHEN NOT $4 THEN now() END,
       CASE WHEN NOT $4 THEN 'failures' END, now(), now())`,
    [id, of.roomId, url === null ? null : `https://${host}/in`, isActive],
  );
  return id;
}

async function plantDeliveries(webhookId: string, count: number, dueInSeconds: number | null): Promise<void> {
  await database.query(
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id,
       state, next_attempt_at, created_at)
     SELECT gen_random_uuid(), $1, 'evt', 'message.created', now(), 'message', 'msg', $2,
       (CASE WHEN $4::int IS NULL THEN 'HELD' ELSE 'PENDING' END)::delivery_state, now() + $4 * interval '1 second', now()
     FROM generate_series(1, $3::int)`,
    [webhookId, scene.billingEntityId, count, dueInSeconds],
  );
}

const plantHour = (webhookId: string, attempts: number, failed: number, hoursAgo = 0) =>
  database.query(
    `INSERT INTO delivery_hours (billing_entity_id, hour, webhook_id, attempts, failed, units)
     VALUES ($1, date_trunc('hour', now(), 'UTC') - $5 * interval '1 hour', $2, $3, $4, 0)`,
    [scene.billingEntityId, webhookId, attempts, failed, hoursAgo],
  );

interface PlantedAttempt {
  success?: boolean;
  statusCode?: number;
  error?: string;
  secondsAgo: number;
}

const plantAttempt = (webhookId: string, { success = false, statusCode, error, secondsAgo }: PlantedAttempt) =>
  database.query(
    `INSERT INTO delivery_attempts (id, webhook_id, event, success, status_code, error, attempt, delivered_at, payload,
       request_headers) VALUES ($1, $2, 'message.created', $3, $4, $5, 1, now() - $6 * interval '1 second', 'secret payload', '{}')`,
    [newId("whd"), webhookId, success, statusCode, error, secondsAgo],
  );

test("distinguishes late, failing, held and suspended, and omits healthy webhooks", async () => {
  await plantDeliveries(await plantWebhook({ host: "late.test" }), 3, -400);
  await plantDeliveries(await plantWebhook({ host: "young.test" }), 3, -200);
  await plantDeliveries(await plantWebhook({ host: "future.test" }), 3, 600);
  await plantDeliveries(await plantWebhook({ url: null }), 3, -9_000);
  await plantHour(await plantWebhook({ host: "failing.test" }), 10, 4);
  await plantHour(await plantWebhook({ host: "well.test" }), 10, 0);
  await plantHour(await plantWebhook({ host: "past.test" }), 10, 10, 3);
  await plantDeliveries(await plantWebhook({ host: "held.test", isActive: false }), 2, null);
  await plantWebhook({ host: "inactive.test", isActive: false });
  const other = await createWebhookScene(database);
  await plantDeliveries(await plantWebhook({ host: "suspended.test", of: other }), 5, 60);
  await suspendTenant(admin, other.billingEntityId, { reason: "payment", message: "Ask us." });

  const { hosts, isCut } = await listTroubledHosts(admin);
  expect(hosts.map(({ host, troubles, counts }) => [host, troubles[0], counts[troubles[0] ?? "late"]])).toEqual([
    ["late.test", "late", 3],
    ["failing.test", "failing", 4],
    ["held.test", "held", 2],
    ["suspended.test", "suspended", 5],
  ]);
  expect(isCut).toBe(false);
  expect(hosts[2]?.webhooks[0]?.disabledReason).toBe("failures");
});

test("shows a host's webhooks, tenants and last failure without a payload", async () => {
  const [one, other] = [await plantWebhook(), await plantWebhook({ of: await createWebhookScene(database) })];
  for (const id of [one, other]) await plantHour(id, 2, 1);
  await plantAttempt(one, { error: "dns_failed", secondsAgo: 3 });
  await plantAttempt(other, { statusCode: 503, secondsAgo: 2 });
  await plantAttempt(other, { success: true, statusCode: 200, secondsAgo: 1 });
  const { hosts, tenants } = await listTroubledHosts(admin);
  expect(hosts).toHaveLength(1);
  expect(hosts[0]).toMatchObject({
    host: "a.test",
    counts: { failing: 2 },
    attempts: 4,
    lastFailure: { statusCode: 503 },
  });
  expect(hosts[0]?.webhooks.map(({ lastFailure }) => lastFailure?.diagnosis).toSorted()).toEqual([
    "dns_failed",
    "overloaded",
  ]);
  expect([...tenants.keys()].toSorted()).toEqual(hosts[0]?.tenantIds.toSorted());
  expect([...tenants.values()].every(Boolean)).toBe(true);
  expect(JSON.stringify(hosts)).not.toContain("secret payload");
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Plan[];
}
const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

async function readWork({ text }: Pick<Statement, "text">, values: readonly string[]) {
  const client = await pool().connect();
  try {
    await client.query(`${PLAN_BY_INDEX}; PREPARE read AS ${text}`);
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE read (${values.map((value) => `'${value}'`).join(", ")})`,
    );
    const scans = (rows[0]?.["QUERY PLAN"] ?? [])
      .flatMap(({ Plan }) => flatten(Plan))
      .filter((node) => node["Relation Name"] !== undefined);
    return {
      read: scans.reduce((sum, node) => sum + node["Actual Rows"] * node["Actual Loops"], 0),
      indexes: new Set(scans.map((node) => node["Index Name"])),
    };
  } finally {
    // The connection's settings and plan end with it.
    client.release(true);
  }
}

const ROWS = 20_000;

test.each(["empty", "full"])("reads by webhooks and not by deliveries, planned on tables seen %s", async (seen) => {
  const analyze = () => database.query("ANALYZE deliveries, webhooks, delivery_attempts, delivery_hours");
  if (seen === "empty") await analyze();
  const [late, held] = [await plantWebhook(), await plantWebhook({ isActive: false })];
  await plantDeliveries(late, ROWS, -400);
  await plantDeliveries(held, ROWS, null);
  await plantHour(late, ROWS, ROWS);
  for (let hour = 3; hour < 50; hour += 1) await plantHour(late, 1, 1, hour);
  await database.query(
    `INSERT INTO delivery_attempts (id, webhook_id, event, success, attempt, delivered_at, payload, request_headers)
     SELECT 'whd_' || lpad(n::text, 26, '0'), $1, 'message.created', true, 1, now(), '', '{}' FROM generate_series(1, $2::int) n`,
    [late, ROWS],
  );
  if (seen === "full") await analyze();
  const hourAgo = new Date(Date.now() - 7_200_000).toISOString();
  const counted = String(COUNTED_PER_WEBHOOK);
  const walk = await readWork(LIST_LATE_WEBHOOKS, ["5000", new Date().toISOString(), counted]);
  expect(walk.read).toBeLessThan(COUNTED_PER_WEBHOOK + 20);
  expect(walk.indexes).toContain("deliveries_due_idx");
  const failing = await readWork(LIST_FAILING_WEBHOOKS, [hourAgo, "5000"]);
  expect(failing.read).toBeLessThan(20);
  expect(failing.indexes).toContain("delivery_hours_hour_idx");
  expect((await readWork(LIST_HELD_WEBHOOKS, ["500", counted])).read).toBeLessThan(COUNTED_PER_WEBHOOK + 20);
  expect((await readWork(READ_LAST_FAILURES, [`{${late}}`, "whd_", "50"])).read).toBeLessThan(60);
});
