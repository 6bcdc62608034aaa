import { now } from "../../lib/platform/clock";
import { sql } from "../../lib/platform/db";
import { eraseInBatches } from "../../lib/platform/erase";

/** How long an ended run can be looked at, and an event's id keeps it from counting twice. A day at least: see crontab.ts. */
const RETENTION_MS = 3 * 24 * 60 * 60 * 1_000;

/** Ended runs with their steps, then events that no run needs, then throttles that hold nobody back. */
export async function eraseOldRuns(): Promise<boolean> {
  const before = new Date(now().getTime() - RETENTION_MS);
  const erased = await Promise.all([
    eraseInBatches((limit) =>
      sql(
        "erase_runner_runs",
        `DELETE FROM runner_runs WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM runner_runs WHERE finished_at < $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED))
         RETURNING 1`,
        [before, limit],
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
    eraseInBatches((limit) =>
      sql(
        "erase_runner_throttles",
        `DELETE FROM runner_throttles WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM runner_throttles WHERE used_until_ms < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1`,
        [before.getTime(), limit],
      ),
    ),
  ]);
  return erased.every(Boolean);
}
