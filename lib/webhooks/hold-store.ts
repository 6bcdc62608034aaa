import { now } from "../platform/clock";
import type { Executor } from "../platform/db";

/**
 * What waits for an inactive webhook is kept for its recovery. Rows that an attempt holds are passed over: whoever
 * finishes it never waits for us, nor we for them; the sweep finds what they leave.
 */
export async function holdWaiting(on: Executor, webhookIds: readonly string[]): Promise<void> {
  await on.sql(
    "hold_waiting_deliveries",
    `UPDATE deliveries SET state = 'HELD', next_attempt_at = NULL, claimed_until = NULL
     WHERE id IN (
       SELECT d.id FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id AND NOT w.is_active
       WHERE d.webhook_id = ANY($1) AND d.next_attempt_at IS NOT NULL
         AND (d.claimed_until IS NULL OR d.claimed_until <= $2)
       ORDER BY d.webhook_id, d.next_attempt_at
       FOR UPDATE OF d SKIP LOCKED)`,
    [webhookIds, now()],
  );
}

/** Deliveries that arose in the very moment in which their webhook was deactivated, and retries of a last attempt. */
export async function holdStrays(on: Executor): Promise<void> {
  const rows = await on.sql<{ id: string }>(
    "find_webhooks_with_strays",
    // In the order of the queue's index, so that nobody reads the history for it.
    `SELECT w.id FROM webhooks w WHERE NOT w.is_active
     AND (SELECT d.next_attempt_at FROM deliveries d WHERE d.webhook_id = w.id AND d.next_attempt_at IS NOT NULL
          ORDER BY d.next_attempt_at LIMIT 1) IS NOT NULL`,
  );
  if (rows.length > 0)
    await holdWaiting(
      on,
      rows.map(({ id }) => id),
    );
}
