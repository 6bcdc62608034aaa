import { now } from "../platform/clock";
import { database, query } from "../platform/db";
import { BURST_WINDOW_SECONDS, WEBHOOK_HISTORY_RETENTION_DAYS } from "../platform/limits";
import { ERASE_ATTEMPTS, ERASE_EVENTS } from "./attempts.sql";
import { minuteOf } from "./claim";
import { ERASE_DELIVERY_MINUTES } from "./deliveries.sql";
import { pauseOrphans } from "./pause";

export async function sweepQueue(): Promise<void> {
  await pauseOrphans(database);
  await query(ERASE_DELIVERY_MINUTES, [new Date(minuteOf(now()).getTime() - BURST_WINDOW_SECONDS * 1000)]);
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** One call erases no more, so that it does not hold locks for long. */
const ROWS_AT_ONCE = 5_000;

/** True: there is more to erase. Attempts first: an event is erased once nothing refers to it. */
export async function eraseOldHistory(): Promise<boolean> {
  const before = new Date(now().getTime() - WEBHOOK_HISTORY_RETENTION_DAYS * DAY_MS);
  const attempts = await query(ERASE_ATTEMPTS, [before, ROWS_AT_ONCE]);
  const events = await query(ERASE_EVENTS, [before, ROWS_AT_ONCE]);
  return attempts.length === ROWS_AT_ONCE || events.length === ROWS_AT_ONCE;
}
