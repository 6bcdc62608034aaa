import { now } from "../platform/clock";
import { database, sql } from "../platform/db";
import { WEBHOOK_HISTORY_RETENTION_DAYS } from "../platform/limits";
import { eraseOldMinutes } from "./claim";
import { pauseOrphans } from "./pause";

/** What the engine leaves behind in its normal course. */
export async function sweepQueue(): Promise<void> {
  await pauseOrphans(database);
  await eraseOldMinutes();
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A sweep takes no more at a time, so that it never holds the tables for long. */
const ROWS_AT_ONCE = 5_000;

/** In this order: an event goes once nothing points to it any more. What waits or is held is kept, however old. */
const ERASURES = [
  [
    "erase_delivery_attempts",
    "DELETE FROM delivery_attempts WHERE id IN (SELECT id FROM delivery_attempts WHERE delivered_at < $1 LIMIT $2) RETURNING 1",
  ],
  [
    "erase_events",
    `DELETE FROM events WHERE id IN (
       SELECT e.id FROM events e WHERE e.created_at < $1 AND NOT EXISTS (
         SELECT 1 FROM deliveries d WHERE d.event_id = e.id AND (d.state IN ('PENDING', 'RETRYING', 'HELD') OR d.created_at >= $1))
       LIMIT $2) RETURNING 1`,
  ],
] as const;

/** Whether there is more to erase. Deliveries go with their events. */
export async function eraseOldHistory(): Promise<boolean> {
  const before = new Date(now().getTime() - WEBHOOK_HISTORY_RETENTION_DAYS * DAY_MS);
  let isMore = false;
  for (const [name, text] of ERASURES) {
    const erased = await sql(name, text, [before, ROWS_AT_ONCE]);
    isMore ||= erased.length === ROWS_AT_ONCE;
  }
  return isMore;
}
