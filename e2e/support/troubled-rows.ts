import { randomUUID } from "node:crypto";
import { newId } from "../../lib/platform/ids";
import type { Manifest } from "../../prisma/seed/manifest";
import { makePerson, type Person } from "./people";
import { runSql } from "./run-sql";
import { type Manager, makeManager } from "./webhook-rows";

/**
 * A host of this test alone with failed attempts of this hour. Nothing of it is due, since the service at work would take
 * it up.
 */
export async function plantFailingHost(demo: Manifest): Promise<{ host: string; webhookId: string; manager: Manager }> {
  const manager = await makeManager(demo, { isRoomOwn: true });
  const [host, webhookId] = [`${randomUUID()}.example`, newId("wh")];
  const run = (text: string, values: readonly unknown[]) => runSql(demo.databaseUrl, text, values);
  await run(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     VALUES ($1, $2, 'Receiver', $3, ARRAY['task.created'], '2026-06-09', now(), now())`,
    [webhookId, manager.roomId, `https://${host}/in`],
  );
  await run(
    `INSERT INTO delivery_hours (billing_entity_id, hour, webhook_id, attempts, failed, units)
     SELECT billing_entity_id, date_trunc('hour', now(), 'UTC'), $2, 40, 7, 40 FROM rooms WHERE id = $1`,
    [manager.roomId, webhookId],
  );
  await run(
    `INSERT INTO delivery_attempts (id, webhook_id, event, success, status_code, attempt, delivered_at, payload, request_headers)
     VALUES ($1, $2, 'task.created', false, 503, 1, now(), 'a secret payload', '{}')`,
    [newId("whd"), webhookId],
  );
  return { host, webhookId, manager };
}

/** A run that has failed, of a function that changes nothing when it runs again. */
export async function plantFailedRun(demo: Manifest): Promise<string> {
  const [id, at] = [randomUUID(), new Date()];
  await runSql(
    demo.databaseUrl,
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
