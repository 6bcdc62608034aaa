import { sql } from "../platform/db";

export interface LatestAttempt {
  webhookId: string;
  deliveredAt: Date;
  success: boolean;
}

/** The newest attempt of each of these webhooks; those without one are left out. */
export async function readLatestAttempts(webhookIds: readonly string[]): Promise<Map<string, LatestAttempt>> {
  const rows = await sql<LatestAttempt>(
    "read_latest_attempts",
    `SELECT l.* FROM unnest($1::text[]) AS w(id) CROSS JOIN LATERAL (
       SELECT a.webhook_id AS "webhookId", a.delivered_at AS "deliveredAt", a.success FROM delivery_attempts a
       WHERE a.webhook_id = w.id ORDER BY a.webhook_id DESC, a.id DESC LIMIT 1) l`,
    [webhookIds],
  );
  return new Map(rows.map((row) => [row.webhookId, row]));
}
