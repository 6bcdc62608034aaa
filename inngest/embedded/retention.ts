import { now } from "../../lib/platform/clock";
import { sql } from "../../lib/platform/db";
import { eraseInBatches } from "../../lib/platform/erase";

/** How long an event's id keeps it from counting twice. More than a day: see crontab.ts. */
const RETENTION_MS = 25 * 60 * 60 * 1_000;
/** Failed and cancelled runs can be read for a week. */
const FAILED_RETENTION_MS = 7 * 24 * 60 * 60 * 1_000;

/** Ended runs with their steps, then events that no run needs. */
export async function eraseOldRuns(): Promise<boolean> {
  const before = new Date(now().getTime() - RETENTION_MS);
  const failedBefore = new Date(now().getTime() - FAILED_RETENTION_MS);
  const erased = await Promise.all([
    eraseInBatches((limit) =>
      sql(
        "erase_runner_runs",
        `DELETE FROM runner_runs WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM runner_runs WHERE finished_at < $1 AND (state = 'COMPLETED' OR finished_at < $3)
           ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
        [before, limit, failedBefore],
      ),
    ),
    eraseInBatches((limit) =>
      sql(
        "erase_runner_events",
        `DELETE FROM runner_events WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM runner_events e WHERE received_at < $1
             AND NOT EXISTS (SELECT 1 FROM runner_runs r WHERE r.event_id = e.id)
           ORDER BY received_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
        [before, limit],
      ),
    ),
  ]);
  return erased.every(Boolean);
}
