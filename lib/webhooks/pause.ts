import { now } from "../platform/clock";
import type { Executor } from "../platform/db";

/**
 * Deliveries that wait for an inactive webhook are kept for its recovery. Rows locked by an attempt are skipped, so that
 * neither waits for the other; the sweep finds them later.
 */
export async function pauseDeliveries(on: Executor, webhookIds: readonly string[]): Promise<void> {
  await on.sql(
    "pause_deliveries",
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

/** Deliveries recorded at the very moment of a deactivation, and retries of a last attempt. */
export async function pauseOrphans(on: Executor): Promise<void> {
  const rows = await on.sql<{ id: string }>(
    "find_inactive_webhooks_with_due_deliveries",
    // In the order of the queue's index, so that the history is not read for it.
    `SELECT w.id FROM webhooks w WHERE NOT w.is_active
     AND (SELECT d.next_attempt_at FROM deliveries d WHERE d.webhook_id = w.id AND d.next_attempt_at IS NOT NULL
          ORDER BY d.next_attempt_at LIMIT 1) IS NOT NULL`,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await pauseDeliveries(on, ids);
}
