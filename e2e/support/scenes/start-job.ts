import { randomUUID } from "node:crypto";
import { RUNNER_CHANNEL } from "../../../lib/platform/background";
import type { Manifest } from "../../../prisma/seed/manifest";
import { openDemoWorld } from "./world";

/** Queues a background function that the clock starts, as its tick does: a test need not wait for the full minute. */
export async function startJob(demo: Manifest, name: string): Promise<void> {
  const { query } = openDemoWorld(demo);
  const [id, functionId] = [randomUUID(), `svc-${name}`];
  await query(
    `WITH sent AS (
       INSERT INTO runner_events (id, name, data, received_at) VALUES ($1, 'inngest/scheduled.timer', '{}', now()) RETURNING id
     )
     INSERT INTO runner_runs (id, function_id, event_id, idempotency_key, concurrency_key, wake_at, created_at)
     SELECT $1, $2, id, $1, $2 || '|', now(), now() FROM sent`,
    [id, functionId],
  );
  await query("SELECT pg_notify($1, '')", [RUNNER_CHANNEL]);
}
