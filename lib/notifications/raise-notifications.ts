import { now } from "../platform/clock";
import { query } from "../platform/db";
import { NOTIFICATION_WINDOW_MS } from "../platform/limits";
import { RAISINGS } from "./raise.sql";

/**
 * Writes what is due and not written yet; returns how many. The states themselves say what is due, so it may run twice, in
 * two processes at once, and again after a crash.
 */
export async function raiseNotifications(): Promise<number> {
  const at = now();
  const since = new Date(at.getTime() - NOTIFICATION_WINDOW_MS);
  let raised = 0;
  for (const statement of Object.values(RAISINGS)) raised += (await query(statement, [at, since])).length;
  return raised;
}
