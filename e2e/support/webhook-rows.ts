import { randomUUID } from "node:crypto";
import { newEventId, newId } from "../../lib/platform/ids";
import type { Manifest } from "../../prisma/seed/manifest";
import { makePerson, type Person } from "./people";
import { runSql } from "./run-sql";
import { createWorld } from "./world";

export interface Manager extends Person {
  readonly roomId: string;
}

interface ManagerOptions {
  locale?: "en" | "ja";
  /** Their own area, where other tests list the rooms of acme. */
  isRoomOwn?: boolean;
}

/** A manager of acme and of one room of it, both of this test alone. */
export async function makeManager(
  demo: Manifest,
  { isRoomOwn = false, ...options }: ManagerOptions = {},
): Promise<Manager> {
  const person = await makePerson(demo, { ...options, isAdmin: true, roleAtAcme: 30 });
  return { ...person, roomId: await makeRoom(demo, person.id, isRoomOwn ? null : demo.organizations.acme.id) };
}

async function makeRoom(demo: Manifest, managerId: string, organizationId: string | null): Promise<string> {
  const query = <Row>(text: string, values?: readonly unknown[]) => runSql<Row>(demo.databaseUrl, text, values);
  const world = createWorld({ url: demo.databaseUrl, query });
  const [area] = await query<{ billingEntityId: string }>(
    `SELECT coalesce((SELECT billing_entity_id FROM organizations WHERE id = $1), billing_entity_id) AS "billingEntityId"
     FROM users WHERE id = $2`,
    [organizationId, managerId],
  );
  const billingEntityId = area?.billingEntityId ?? "";
  const room = await world.room({ organizationId, billingEntityId, name: "Webhook room" });
  await world.enter(room.id, managerId, 30);
  return room.id;
}

interface PlantedWebhook {
  name: string;
  apiVersion?: "2025-10-23" | "2026-06-09";
  failures?: number;
  isActive?: boolean;
}

/** A webhook inserted as a row, for screens that only show it. It has no secret, so it cannot deliver. */
export async function plantWebhook(
  demo: Manifest,
  roomId: string,
  { name, apiVersion = "2026-06-09", failures = 0, isActive = true }: PlantedWebhook,
): Promise<string> {
  const id = newId("wh");
  await runSql(
    demo.databaseUrl,
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, custom_headers, is_active, consecutive_failures,
       disabled_at, disabled_reason, created_at, updated_at)
     VALUES ($1, $2, $3, 'https://hooks.example.com/in', ARRAY['record.created', 'task.created'], $4, '{}', $5, $6,
       CASE WHEN $5 THEN NULL ELSE now() END, CASE WHEN $5 THEN NULL ELSE 'failures' END, now(), now())`,
    [id, roomId, name, apiVersion, isActive, failures],
  );
  return id;
}

/** A webhook of the demo: nothing answers at its URL, and what other tests do there must not deactivate it. */
export async function keepActive(demo: Manifest, webhookId: string): Promise<void> {
  await runSql(
    demo.databaseUrl,
    `UPDATE webhooks SET is_active = true, consecutive_failures = -1000000, disabled_at = NULL, disabled_reason = NULL
     WHERE id = $1`,
    [webhookId],
  );
}

interface PlantedAttempt {
  statusCode?: number | null;
  error?: string | null;
  state?: "SUCCEEDED" | "FAILED" | "RETRYING" | "HELD";
  event?: string;
}

/** One event with one attempt, as the engine would leave them. */
export async function plantAttempt(
  demo: Manifest,
  webhook: { id: string; roomId: string },
  { statusCode = 200, error = null, state = "SUCCEEDED", event = "record.created" }: PlantedAttempt = {},
): Promise<string> {
  const at = new Date();
  const [id, eventId, deliveryId] = [newId("whd"), newEventId(), randomUUID()];
  const run = (text: string, values: readonly unknown[]) => runSql(demo.databaseUrl, text, values);
  await run(
    `INSERT INTO events (id, type, room_id, object_type, object_id, created_at) VALUES ($1, $2, $3, 'record', 'rec_1', $4)`,
    [eventId, event, webhook.roomId, at],
  );
  await run(
    `INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, billing_entity_id, state,
       attempts, created_at)
     SELECT $1, $2, $3, $6, $7, 'record', 'rec_1', r.billing_entity_id, $4::delivery_state, 1, $7
     FROM rooms r WHERE r.id = $5`,
    [deliveryId, webhook.id, eventId, state, webhook.roomId, event, at],
  );
  const payload = JSON.stringify({ id: eventId, type: event, roomId: webhook.roomId });
  const headers = JSON.stringify({ "Content-Type": "application/json", Authorization: "[hidden]" });
  await run(
    `INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, success, status_code, error, attempt,
       duration_ms, delivered_at, finalized_at, payload, request_headers, response_preview)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, 31, now(), now(), $9, $10::jsonb, 'what came back')`,
    [id, webhook.id, deliveryId, event, eventId, error === null, statusCode, error, payload, headers],
  );
  return id;
}

/** Each screen of webhooks with rows to show, and the person who may see them. */
export async function listWebhookScreens(
  demo: Manifest,
  locale: "en" | "ja",
): Promise<{ manager: Manager; paths: string[] }> {
  const manager = await makeManager(demo, { locale });
  const { roomId } = manager;
  const plant = (planted: PlantedWebhook) => plantWebhook(demo, roomId, planted);
  const id = await plant({ name: "Tracker" });
  const elder = await plant({ name: "Elder", apiVersion: "2025-10-23", failures: 12 });
  const inactive = await plant({ name: "Worn out", failures: 20, isActive: false });
  await plantAttempt(demo, { id, roomId });
  await plantAttempt(demo, { id, roomId }, { state: "HELD" });
  const failed = await plantAttempt(
    demo,
    { id, roomId },
    { statusCode: 503, error: "http_status", state: "FAILED", event: "task.created" },
  );
  await runSql(
    demo.databaseUrl,
    "UPDATE webhooks SET rotation_started_at = now(), rotation_ends_at = now() + interval '7 days' WHERE id = $1",
    [elder],
  );
  const [event] = await runSql<{ id: string }>(
    demo.databaseUrl,
    "SELECT event_id AS id FROM delivery_attempts WHERE id = $1",
    [failed],
  );
  const of = (webhookId: string, rests: readonly string[]) =>
    rests.map((rest) => `/settings/developer/webhooks/${webhookId}${rest}`);
  return {
    manager,
    paths: [
      ...of("new", [""]),
      ...of("verify", ["", `?webhook=${id}&attempt=${failed}`]),
      ...of(id, [
        "",
        "/deliveries",
        `/deliveries?open=${event?.id}`,
        "/deliveries?state=HELD",
        "/deliveries?q=&since=1h&to=2020-01-01T00:00",
      ]),
      ...of(id, [`/attempts/${failed}`, "/redeliver", "/test", "/secret", "/edit", "/delete"]),
      ...of(elder, ["", "/secret", "/recreate"]),
      ...of(inactive, ["", "/redeliver"]),
    ],
  };
}
