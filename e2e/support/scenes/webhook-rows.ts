import { randomUUID } from "node:crypto";
import type { Manifest } from "../../../prisma/seed/manifest";
import { makePerson } from "./people";
import { plantLoad } from "./service-load";
import { openDemoWorld } from "./world";

/** A manager of acme and of one room of it, both of this test alone. */
export async function makeManager(
  demo: Manifest,
  /** isRoomOwn: in their own area, where other tests list the rooms of acme. */
  { isRoomOwn = false, ...options }: { locale?: "en" | "ja"; isRoomOwn?: boolean } = {},
) {
  const person = await makePerson(demo, { ...options, isAdmin: true, roleAtAcme: 30 });
  const world = openDemoWorld(demo);
  const organizationId = isRoomOwn ? null : demo.organizations.acme.id;
  const billingEntityId = await world.findPayer(organizationId ?? person.id);
  const { id: roomId } = await world.room({ organizationId, billingEntityId, name: "Webhook room" });
  await world.enter(roomId, person.id, 30);
  return { ...person, roomId };
}
export type Manager = Awaited<ReturnType<typeof makeManager>>;

interface PlantedWebhook {
  name: string;
  apiVersion?: "2025-10-23" | "2026-06-09";
  failures?: number;
  isActive?: boolean;
}

/** A webhook inserted as a row, for screens that only show it. It has no secret, so it cannot deliver. */
export function plantWebhook(
  demo: Manifest,
  roomId: string,
  { name, apiVersion, failures = 0, isActive = true }: PlantedWebhook,
): Promise<string> {
  return openDemoWorld(demo).insert("webhooks", {
    room_id: roomId,
    name,
    events: ["record.created", "task.created"],
    api_version: apiVersion,
    is_active: isActive,
    consecutive_failures: failures,
    ...(isActive ? {} : { disabled_at: new Date(), disabled_reason: "failures" }),
  });
}

/** A webhook of the demo: nothing answers at its URL, and what other tests do there must not deactivate it. */
export async function keepActive(demo: Manifest, webhookId: string): Promise<void> {
  await openDemoWorld(demo).query(
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
  const world = openDemoWorld(demo);
  const [room] = await world.query<{ payer: string }>("SELECT billing_entity_id AS payer FROM rooms WHERE id = $1", [
    webhook.roomId,
  ]);
  return world.attempt({
    webhookId: webhook.id,
    roomId: webhook.roomId,
    billingEntityId: room?.payer ?? "",
    event,
    state,
    columns: {
      success: error === null,
      status_code: statusCode,
      error,
      duration_ms: 31,
      request_headers: { "Content-Type": "application/json", Authorization: "[hidden]" },
      response_preview: "what came back",
    },
  });
}

/** Each screen of webhooks with rows to show, and the person who may see them. */
export async function listWebhookScreens(demo: Manifest, locale: "en" | "ja") {
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
  const { query } = openDemoWorld(demo);
  await query(
    "UPDATE webhooks SET rotation_started_at = now(), rotation_ends_at = now() + interval '7 days' WHERE id = $1",
    [elder],
  );
  const [event] = await query<{ id: string }>("SELECT event_id AS id FROM delivery_attempts WHERE id = $1", [failed]);
  const of = (webhookId: string, rests: readonly string[]) =>
    rests.map((rest) => `/settings/developer/webhooks/${webhookId}${rest}`);
  return {
    person: manager,
    paths: [
      "/settings/developer/webhooks",
      ...of("new", [""]),
      ...of("verify", ["", `?webhook=${id}&attempt=${failed}`]),
      ...of(id, [
        "",
        "/deliveries",
        `/deliveries?open=${event?.id}`,
        "/deliveries?state=HELD",
        "/deliveries?q=&since=1h&to=2020-01-01T00:00",
      ]),
      ...of(id, [`/attempts/${failed}`, "/redeliver", "/test", "/secret", "/edit", "/edit?step=delete"]),
      ...of(elder, ["", "/secret", "/recreate"]),
      ...of(inactive, ["", "/redeliver"]),
    ],
  };
}

/**
 * A host of this test alone with failed attempts of this hour. Nothing of it is due, since the service at work would take
 * it up.
 */
export async function plantFailingHost(demo: Manifest) {
  const manager = await makeManager(demo, { isRoomOwn: true });
  const { insert, query } = openDemoWorld(demo);
  const host = `${randomUUID()}.example`;
  const webhookId = await insert("webhooks", { room_id: manager.roomId, name: "Receiver", url: `https://${host}/in` });
  await query(
    `INSERT INTO delivery_hours (billing_entity_id, hour, webhook_id, attempts, failed, units)
     SELECT billing_entity_id, date_trunc('hour', now(), 'UTC'), $2, 40, 7, 40 FROM rooms WHERE id = $1`,
    [manager.roomId, webhookId],
  );
  const attempt = { event: "task.created", success: false, status_code: 503, payload: "a secret payload" };
  await insert("delivery_attempts", { webhook_id: webhookId, ...attempt });
  return { host, webhookId, manager };
}

/** The screens of administration that have no rows of their own elsewhere, and who may see them. */
export async function listAdministrationScreens(demo: Manifest, locale: "en" | "ja") {
  const { host } = await plantFailingHost(demo);
  await plantLoad(demo);
  const rests = ["", "?since=30d", "/deliveries", `/deliveries?host=${host}`, "/deliveries?q=zzz"];
  const work = ["/background", "/background?function=ensure-partitions", "/background?show=failed&done=late"];
  const acts = ["/acts", "/acts?act=tenant.suspend", "/acts?q=zzz", "/acts?q=acme"];
  return {
    person: await makePerson(demo, { locale, isAdmin: true }),
    paths: [...rests, ...work, ...acts].map((rest) => `/settings/admin${rest}`),
  };
}
