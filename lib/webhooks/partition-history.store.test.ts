import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { runSql } from "../../e2e/support/run-sql";
import { connectDatabase } from "../../e2e/support/scratch-database";
import { replaceDatabase } from "../../scripts/database/schema-engine.mjs";
import { isId, lowestId, newEventId, newId, newIdAt } from "../platform/ids";

const MIGRATIONS = join("prisma", "migrations");
const PARTITION_HISTORY = "20261122204500_partition_history";
const readMigration = (name: string) => readFileSync(join(MIGRATIONS, name, "migration.sql"), "utf8");

/** A database as the version before left it. */
async function openOldDatabase() {
  const [adminUrl, name] = [inject("adminDatabaseUrl"), `old_${Date.now()}`];
  await runSql(adminUrl, `CREATE DATABASE ${name}`);
  const database = connectDatabase(replaceDatabase(adminUrl, name));
  for (const folder of readdirSync(MIGRATIONS).sort())
    if (/^\d/.test(folder) && folder < PARTITION_HISTORY) await database.query(readMigration(folder));
  const close = async () => {
    await database.close();
    await runSql(adminUrl, `DROP DATABASE ${name}`);
  };
  return { ...database, close };
}

type Old = Awaited<ReturnType<typeof openOldDatabase>>;

const HOUR_MS = 60 * 60 * 1000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

async function insertWebhook({ query }: Old): Promise<string> {
  const webhookId = newId("wh");
  await query("INSERT INTO billing_entities (id, kind, created_at) VALUES ('bil', 'INDIVIDUAL', now())");
  await query(
    "INSERT INTO rooms (id, name, billing_entity_id, created_at, updated_at) VALUES ('room', 'R', 'bil', now(), now())",
  );
  await query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     VALUES ($1, 'room', 'W', 'http://127.0.0.1:9/', '{}', '2026-06-09', now(), now())`,
    [webhookId],
  );
  return webhookId;
}

interface Planted {
  state: string;
  at: Date;
  isTest?: boolean;
  v1Data?: object;
}

async function insertDelivery({ query }: Old, webhookId: string, { state, at, isTest = false, v1Data }: Planted) {
  const [eventId, attemptId] = [newEventId(), newId("whd")];
  await query(
    `INSERT INTO events (id, type, room_id, object_type, object_id, v1_data, is_logged, created_at)
     VALUES ($1, 'task.created', 'room', 'task', 'task_1', $2, $3, $4)`,
    [eventId, v1Data ?? null, !isTest, at],
  );
  const [delivery] = await query<{ id: string }>(
    `INSERT INTO deliveries (id, webhook_id, event_id, billing_entity_id, state, attempts, is_test, next_attempt_at, created_at)
     VALUES (gen_random_uuid(), $1, $2, 'bil', $3::delivery_state, 1, $4, $5, $6) RETURNING id`,
    [webhookId, eventId, state, isTest, state === "RETRYING" ? at : null, at],
  );
  await query(
    `INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, success, attempt, delivered_at, payload, request_headers)
     VALUES ($1, $2, $3, 'task.created', $4, $5, 1, $6, '{}', '{}')`,
    [attemptId, webhookId, delivery?.id, eventId, state === "SUCCEEDED", at],
  );
  return { eventId, attemptId, deliveryId: delivery?.id };
}

test("the migration keeps history and queue, with copies of their events where they are needed", async () => {
  const old = await openOldDatabase();
  const webhookId = await insertWebhook(old);
  const v1Data = { object: { id: "task_1", type: "task" } };
  const plant = (planted: Planted) => insertDelivery(old, webhookId, planted);
  const succeeded = await plant({ state: "SUCCEEDED", at: ago(80 * 24), v1Data });
  const failed = await plant({ state: "FAILED", at: ago(50), v1Data });
  const sample = await plant({ state: "SUCCEEDED", at: ago(2), isTest: true });
  const retrying = await plant({ state: "RETRYING", at: ago(1), v1Data });
  const held = await plant({ state: "HELD", at: ago(200 * 24) });
  // A clock that was ahead: beyond the partition of the old rows.
  const ahead = await plant({ state: "SUCCEEDED", at: ago(-80) });
  await old.query(readMigration(PARTITION_HISTORY));

  const rows = await old.query(
    `SELECT d.tableoid::regclass::text AS "table", d.id, d.state::text AS state, d.event_id AS "eventId",
       d.event_type AS type, d.event_at = d.created_at AS "isTimed", d.object_id AS "objectId", d.v1_data AS "v1Data",
       d.next_attempt_at IS NOT NULL AS "isDue" FROM deliveries d ORDER BY created_at`,
  );
  const copied = { objectId: "task_1", isDue: false, v1Data: null };
  const bare = { objectId: null, isDue: false, v1Data: null };
  const expected = [
    { ...held, state: "HELD", ...copied },
    { ...succeeded, state: "SUCCEEDED", ...bare },
    { ...failed, state: "FAILED", ...copied, v1Data },
    { ...sample, state: "SUCCEEDED", ...bare },
    { ...retrying, state: "RETRYING", ...copied, v1Data, isDue: true },
    { ...ahead, state: "SUCCEEDED" },
  ];
  expect(rows).toMatchObject(
    expected.map(({ attemptId: _, deliveryId, ...row }) => ({
      ...row,
      id: deliveryId,
      type: "task.created",
      isTimed: true,
    })),
  );
  const tables = rows.map(({ table }) => String(table).replace(/\d{4}_\d\d_\d\d/, "day"));
  const [waiting, until] = ["partitions.deliveries_waiting", "partitions.deliveries_until_day"];
  expect(tables).toEqual([waiting, until, until, until, waiting, "partitions.deliveries_default"]);

  const attempts = await old.query<{ id: string; isTest: boolean }>(
    `SELECT id, is_test AS "isTest" FROM delivery_attempts ORDER BY delivered_at`,
  );
  expect(attempts).toEqual(
    [held, succeeded, failed, sample, retrying, ahead].map(({ attemptId }) => ({
      id: attemptId,
      isTest: attemptId === sample.attemptId,
    })),
  );
  const events = await old.query<{ id: string }>("SELECT id FROM events ORDER BY created_at");
  expect(events.map(({ id }) => id)).toEqual([held, succeeded, failed, retrying, ahead].map(({ eventId }) => eventId));

  // The keeper continues where the partition of the old rows ends.
  const [bound] = await old.query<{ text: string }>(
    `SELECT pg_get_expr(relpartbound, oid) AS text FROM pg_class WHERE relname ~ '^delivery_attempts_until_\\d{4}_\\d\\d_\\d\\d$'`,
  );
  const tomorrow = new Date(Math.floor(Date.now() / (24 * HOUR_MS) + 1) * 24 * HOUR_MS);
  expect(bound?.text).toBe(`FOR VALUES FROM (MINVALUE) TO ('${lowestId("whd", tomorrow)}')`);
  expect(lowestId("whd", tomorrow) > newId("whd")).toBe(true);
  expect(newIdAt("whd", tomorrow) > lowestId("whd", tomorrow) && isId("whd", newIdAt("whd", tomorrow))).toBe(true);

  await old.query("DELETE FROM webhooks WHERE id = $1", [webhookId]);
  expect(await old.query("SELECT FROM partitions.deliveries_waiting")).toEqual([]);
  await old.close();
});

test("a database without history gets no partition for old rows", async () => {
  const old = await openOldDatabase();
  await old.query(readMigration(PARTITION_HISTORY));
  const partitions = await old.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'partitions'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  expect(partitions.map(({ name }) => name)).toEqual([
    "audit_log_default",
    "deliveries_default",
    "deliveries_waiting",
    "delivery_attempts_default",
    "events_default",
    "request_details_default",
  ]);
  await old.close();
});
