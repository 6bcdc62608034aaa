import { sql } from "../platform/db";
import { isoText } from "../platform/pool";
import type { WebhookAccess } from "./open-webhook";

export interface RelatedAttempt {
  id: string;
  attempt: number;
  success: boolean;
  statusCode: number | null;
  error: string | null;
  deliveredAt: string;
  isRedelivery: boolean;
  isTest: boolean;
}

/** What stands beside an attempt in the history. */
export interface AttemptContext {
  newerId: string | null;
  olderId: string | null;
  /** All attempts of its event, itself included, oldest first; empty when its delivery is no longer kept. */
  ofEvent: RelatedAttempt[];
}

/** Ranges over owner and id, so that only their own index can give the order. */
const NEIGHBOURS = `
  SELECT (SELECT a.id FROM delivery_attempts a WHERE a.webhook_id <= $1 AND (a.webhook_id, a.id) > ($1, $2)
          ORDER BY a.webhook_id, a.id LIMIT 1) AS "newerId",
         (SELECT a.id FROM delivery_attempts a WHERE a.webhook_id >= $1 AND (a.webhook_id, a.id) < ($1, $2)
          ORDER BY a.webhook_id DESC, a.id DESC LIMIT 1) AS "olderId"`;

const OF_EVENT = `
  SELECT a.id, a.attempt, a.success, a.status_code AS "statusCode", a.error, ${isoText("a.delivered_at")} AS "deliveredAt",
         d.is_redelivery AS "isRedelivery", d.is_test AS "isTest"
  FROM delivery_attempts this JOIN deliveries own ON own.id = this.delivery_id
  JOIN deliveries d ON d.event_id = own.event_id AND d.webhook_id = own.webhook_id
  JOIN delivery_attempts a ON a.delivery_id = d.id
  WHERE this.webhook_id = $1 AND this.id = $2 ORDER BY a.id`;

export async function readAttemptContext({ webhookId }: WebhookAccess, attemptId: string): Promise<AttemptContext> {
  const [neighbours, ofEvent] = await Promise.all([
    sql<Omit<AttemptContext, "ofEvent">>("read_attempt_neighbours", NEIGHBOURS, [webhookId, attemptId]),
    sql<RelatedAttempt>("list_attempts_of_event", OF_EVENT, [webhookId, attemptId]),
  ]);
  return { newerId: neighbours[0]?.newerId ?? null, olderId: neighbours[0]?.olderId ?? null, ofEvent };
}
