import { eraseInBatches } from "../../lib/db/erase";
import { query } from "../../lib/db/transaction";
import { now } from "../../lib/platform/clock";
import { ERASE_EVENTS, ERASE_RUNS } from "./runs.sql";

/** An event's id keeps it from counting twice for this long; crontab.ts needs more than a day. */
const RETENTION_MS = 25 * 60 * 60 * 1_000;
const FAILED_RETENTION_MS = 7 * 24 * 60 * 60 * 1_000;

export async function eraseOldRuns(): Promise<boolean> {
  const before = new Date(now().getTime() - RETENTION_MS);
  const failedBefore = new Date(now().getTime() - FAILED_RETENTION_MS);
  const erased = await Promise.all([
    eraseInBatches((limit) => query(ERASE_RUNS, { before, limit, failedBefore })),
    eraseInBatches((limit) => query(ERASE_EVENTS, { before, limit })),
  ]);
  return erased.every(Boolean);
}
