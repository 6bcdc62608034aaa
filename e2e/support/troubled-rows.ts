import { randomUUID } from "node:crypto";
import type { Manifest } from "../../prisma/seed/manifest";
import { makePerson, type Person } from "./people";
import { type Manager, makeManager } from "./webhook-rows";
import { openDemoWorld } from "./world";

/**
 * A host of this test alone with failed attempts of this hour. Nothing of it is due, since the service at work would take
 * it up.
 */
export async function plantFailingHost(demo: Manifest): Promise<{ host: string; webhookId: string; manager: Manager }> {
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

/** A run that has failed, of a function that changes nothing when it runs again. */
export async function plantFailedRun(demo: Manifest): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  await openDemoWorld(demo).query(
    `WITH sent AS (
       INSERT INTO runner_events (id, name, data, received_at) VALUES ($1, 'svc/probe.sent', $2, $3) RETURNING id
     )
     INSERT INTO runner_runs (id, function_id, event_id, idempotency_key, state, wake_at, created_at, started_at, finished_at, error)
     SELECT $1, 'svc-answer-probes', id, $1, 'FAILED', $3, $3, $3, $3, '{"name": "Error", "message": "A test made it fail."}'
     FROM sent`,
    [id, JSON.stringify({ askedAt: at.toISOString() }), at],
  );
  return id;
}

/** The screens of administration that have no rows of their own elsewhere, and who may see them. */
export async function listAdministrationScreens(
  demo: Manifest,
  locale: "en" | "ja",
): Promise<{ person: Person; paths: string[] }> {
  const { host } = await plantFailingHost(demo);
  const rests = ["", "/deliveries", `/deliveries?host=${host}`, "/deliveries?q=zzz"];
  const work = ["/background", "/background?function=ensure-partitions", "/background?show=failed&done=late"];
  const acts = ["/acts", "/acts?act=tenant.suspend", "/acts?q=zzz"];
  return {
    person: await makePerson(demo, { locale, isAdmin: true }),
    paths: [...rests, ...work, ...acts].map((rest) => `/settings/admin${rest}`),
  };
}
