import { eraseInBatches } from "../../lib/db/erase";
import { query } from "../../lib/db/transaction";
import { now } from "../../lib/platform/clock";
import { ERASE_EVENTS, ERASE_RUNS } from "./runs.sql";

/** How long an event's id keeps it from counting twice. More than a day: see crontab.ts. */
const RETENTION_MS = 25 * 60 * 60 * 1_000;
/** Failed and cancelled runs can be read for a week. */
const FAILED_RETENTION_MS = 7 * 24 * 60 * 60 * 1_000;

/** Ended runs with their steps, then events that no run needs. */
export async function eraseOldRuns(): Promise<boolean> {
  const before = new Date(now().getTime() - RETENTION_MS);
  const failedBefore = new Date(now().getTime() - FAILED_RETENTION_MS);
  const erased = await Promise.all([
    eraseInBatches((limit) => query(ERASE_RUNS, [before, limit, failedBefore])),
    eraseInBatches((limit) => query(ERASE_EVENTS, [before, limit])),
  ]);
  return erased.every(Boolean);
}
