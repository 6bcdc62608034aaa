import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { BURST_WINDOW_SECONDS, type Plan, WEBHOOK_CLAIM_MS, WEBHOOK_DELIVERIES_PER_MINUTE } from "../platform/limits";
import type { ApiVersion } from "./payload";
import { ATTEMPTS_PER_ENTITY, ATTEMPTS_PER_HOST, type Slots } from "./slots";

/** A delivery that this process may attempt until `lease`, with all that the attempt needs. */
export interface ClaimedDelivery {
  id: string;
  /** The number of the attempt that is to be made. */
  attempt: number;
  /** Redeliveries and tests are attempted once. */
  isSingle: boolean;
  isTest: boolean;
  /** Text, to the microsecond as it is stored: whoever finishes the attempt must still hold it. */
  lease: string;
  entityId: string;
  plan: Plan;
  seats: number;
  webhookId: string;
  host: string;
  url: string;
  apiVersion: ApiVersion;
  sealedHeaders: Record<string, string>;
  currentSecret: string;
  nextSecret: string | null;
  rotationEndsAt: Date | null;
  eventId: string;
  eventType: string;
  roomId: string;
  organizationId: string | null;
  objectType: string;
  objectId: string;
  v1Data: unknown;
  eventCreatedAt: Date;
}

/** A claim looks at so many rows of each webhook at least. */
export const ROWS_PER_WEBHOOK = 2;

/** URLs are stored as a browser writes them: a path always follows the host. */
const HOST = "split_part(w.url, '/', 3)";

/** From a relation `claimed` to what an attempt needs. */
export const CLAIMED_DETAILS = `
  SELECT c.id, c.attempts + 1 AS attempt, c.is_redelivery OR c.is_test AS "isSingle", c.is_test AS "isTest",
         c.claimed_until::text AS lease, c.billing_entity_id AS "entityId", b.plan::text AS plan, b.seats,
         w.id AS "webhookId", ${HOST} AS host, w.url, w.api_version AS "apiVersion", w.custom_headers AS "sealedHeaders",
         s.ciphertext AS "currentSecret", n.ciphertext AS "nextSecret", w.rotation_ends_at AS "rotationEndsAt",
         e.id AS "eventId", e.type AS "eventType", e.room_id AS "roomId", e.organization_id AS "organizationId",
         e.object_type AS "objectType", e.object_id AS "objectId", e.v1_data AS "v1Data", e.created_at AS "eventCreatedAt"
  FROM claimed c
  JOIN webhooks w ON w.id = c.webhook_id
  JOIN events e ON e.id = c.event_id
  JOIN billing_entities b ON b.id = c.billing_entity_id
  JOIN webhook_secrets s ON s.webhook_id = w.id AND s.role = 'CURRENT'
  LEFT JOIN webhook_secrets n ON n.webhook_id = w.id AND n.role = 'NEXT'`;

/**
 * Webhooks with something that waits: from each to the next, however much each of them has. In the order of the queue's
 * index, or the planner may walk through the history of all that was ever delivered.
 */
const WAITING = `
  waiting AS (
    (SELECT webhook_id FROM deliveries WHERE next_attempt_at IS NOT NULL ORDER BY webhook_id, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM deliveries d WHERE d.next_attempt_at IS NOT NULL AND d.webhook_id > w.webhook_id
            ORDER BY d.webhook_id, d.next_attempt_at LIMIT 1)
    FROM waiting w WHERE w.webhook_id IS NOT NULL
  )`;

/**
 * Rows in the order of their turn: within a host by webhook, within an entity by host, and between entities in turn. Rows
 * that another process holds are passed over. The entity's count of this minute is raised by what is claimed, in the
 * same statement and never past its limit: so the limit holds over all processes, and over retries too (§8).
 */
const CLAIM_DUE = `
  WITH RECURSIVE ${WAITING}, shares AS MATERIALIZED (
    SELECT w.id, r.billing_entity_id AS entity, ${HOST} AS host,
           coalesce(($7::jsonb -> ${HOST})::int, $4) AS host_free,
           least(coalesce(($8::jsonb -> r.billing_entity_id)::int, $5), $6 - coalesce((
             -- Not a join: the planner would read the whole minute once for each webhook.
             SELECT given FROM delivery_minutes WHERE billing_entity_id = r.billing_entity_id AND minute = $2), 0)
           ) AS entity_free
    FROM waiting q
    JOIN webhooks w ON w.id = q.webhook_id AND w.is_active
    JOIN rooms r ON r.id = w.room_id
  ), places AS (
    -- The more webhooks wait, the fewer rows of each are looked at: twice what can be claimed, in all.
    SELECT *, least(host_free, entity_free, greatest(${ROWS_PER_WEBHOOK}, 2 * $3::int / count(*) OVER ())) AS rows
    FROM shares WHERE host_free > 0 AND entity_free > 0
  ), candidates AS (
    SELECT d.id, d.turn, p.entity, p.host, p.host_free, p.entity_free
    FROM places p CROSS JOIN LATERAL (
      SELECT id, row_number() OVER (ORDER BY next_attempt_at) AS turn FROM deliveries
      WHERE webhook_id = p.id AND next_attempt_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1)
      ORDER BY next_attempt_at LIMIT p.rows) d
  ), at_host AS (
    SELECT *, row_number() OVER (PARTITION BY host ORDER BY turn) AS host_turn FROM candidates
  ), at_entity AS (
    SELECT *, row_number() OVER (PARTITION BY entity ORDER BY host_turn) AS entity_turn FROM at_host
    WHERE host_turn <= host_free
  ), chosen AS (
    SELECT id, entity FROM at_entity WHERE entity_turn <= entity_free ORDER BY entity_turn LIMIT $3::int
  ), locked AS MATERIALIZED (
    SELECT d.id, c.entity FROM chosen c
    JOIN deliveries d ON d.id = c.id AND d.next_attempt_at <= $1 AND (d.claimed_until IS NULL OR d.claimed_until <= $1)
    FOR UPDATE OF d SKIP LOCKED
  ), ranked AS (
    SELECT id, entity, row_number() OVER (PARTITION BY entity) AS n FROM locked
  ), given AS (
    INSERT INTO delivery_minutes AS m (billing_entity_id, minute, given, last_given)
    SELECT entity, $2, count(*), count(*) FROM ranked GROUP BY entity ORDER BY entity
    ON CONFLICT (billing_entity_id, minute) DO UPDATE
    SET last_given = least(excluded.given, $6 - m.given), given = m.given + least(excluded.given, $6 - m.given)
    RETURNING billing_entity_id, last_given
  ), claimed AS (
    -- The queue's index does not change: a claim that lapses leaves the row where it stood.
    UPDATE deliveries d SET claimed_until = $9
    FROM ranked r
    WHERE d.id = r.id
      AND r.n <= ((SELECT jsonb_object_agg(billing_entity_id, last_given) FROM given) -> r.entity)::int RETURNING d.*
  )
  ${CLAIMED_DETAILS}`;
const BATCH = 256;

/** The minute that an attempt counts in: windows are fixed and aligned (§8). */
export function minuteOf(at: Date): Date {
  const lengthMs = BURST_WINDOW_SECONDS * 1000;
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
}

export function leaseFrom(at: Date): Date {
  return new Date(at.getTime() + WEBHOOK_CLAIM_MS);
}

/** What is due and may be attempted now. */
export function claimDeliveries(slots: Slots): Promise<ClaimedDelivery[]> {
  const at = now();
  return sql<ClaimedDelivery>("claim_due_deliveries", CLAIM_DUE, [
    at,
    minuteOf(at),
    Math.min(BATCH, slots.free),
    ATTEMPTS_PER_HOST,
    ATTEMPTS_PER_ENTITY,
    WEBHOOK_DELIVERIES_PER_MINUTE,
    JSON.stringify(slots.listHosts()),
    JSON.stringify(slots.listEntities()),
    leaseFrom(at),
  ]);
}

/** Counts of minutes that are over. */
export async function eraseOldMinutes(): Promise<void> {
  await sql("erase_delivery_minutes", "DELETE FROM delivery_minutes WHERE minute < $1", [
    new Date(minuteOf(now()).getTime() - BURST_WINDOW_SECONDS * 1000),
  ]);
}
