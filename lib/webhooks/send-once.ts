import { randomUUID } from "node:crypto";
import { now } from "../platform/clock";
import { type Executor, sql } from "../platform/db";
import { AppError } from "../platform/errors";
import { BURST_WINDOW_SECONDS, WEBHOOK_DELIVERIES_PER_MINUTE } from "../platform/limits";
import { type AttemptOptions, makeAttempt } from "./attempt";
import { CLAIMED_DETAILS, type ClaimedDelivery, leaseFrom, minuteOf } from "./claim";
import type { FinishedAttempt } from "./finish-attempt";
import type { WebhookAccess } from "./open-webhook";
import type { EventFacts } from "./payload";

/** A delivery that somebody waits for: it is made already claimed, within the minute's limit or not at all. */
const MAKE_CLAIMED = `
  WITH given AS (
    INSERT INTO delivery_minutes AS m (billing_entity_id, minute, given, last_given) VALUES ($4, $5, 1, 1)
    ON CONFLICT (billing_entity_id, minute) DO UPDATE SET given = m.given + 1, last_given = 1 WHERE m.given < $6
    RETURNING 1
  )
  INSERT INTO deliveries (id, webhook_id, event_id, billing_entity_id, is_redelivery, is_test, next_attempt_at, claimed_until, created_at)
  SELECT $1, $2, $3, $4, NOT $7::boolean, $7, $8, $8, $9 FROM given RETURNING id`;

export async function saveEvent(on: Executor, event: EventFacts): Promise<void> {
  const { id, type, roomId, organizationId, objectType, objectId, v1Data, createdAt } = event;
  await on.sql(
    "keep_event",
    `INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, v1_data, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`,
    [
      id,
      type,
      roomId,
      organizationId,
      objectType,
      objectId,
      v1Data === null ? null : JSON.stringify(v1Data),
      createdAt,
    ],
  );
}

export async function createClaimedDelivery(
  on: Executor,
  { webhookId, room }: WebhookAccess,
  { eventId, isTest }: { eventId: string; isTest: boolean },
): Promise<string> {
  const at = now();
  const id = randomUUID();
  const made = await on.sql("make_claimed_delivery", MAKE_CLAIMED, [
    id,
    webhookId,
    eventId,
    room.billing.entityId,
    minuteOf(at),
    WEBHOOK_DELIVERIES_PER_MINUTE,
    isTest,
    leaseFrom(at),
    at,
  ]);
  if (made.length > 0) return id;
  const retryAfterSeconds = Math.ceil((minuteOf(at).getTime() + BURST_WINDOW_SECONDS * 1000 - at.getTime()) / 1000);
  throw new AppError(
    "rate_limit_exceeded",
    `More than ${WEBHOOK_DELIVERIES_PER_MINUTE} webhook deliveries in this minute. Wait ${retryAfterSeconds} s.`,
    { details: { kind: "burst", scope: room.organizationId === null ? "user" : "organization", retryAfterSeconds } },
  );
}

/** The one attempt of a delivery that was made claimed. A crash leaves it to the sweep. */
export async function attemptClaimed(deliveryId: string, options: AttemptOptions): Promise<FinishedAttempt> {
  const [delivery] = await sql<ClaimedDelivery>(
    "read_claimed_delivery",
    `WITH claimed AS (SELECT * FROM deliveries WHERE id = $1) ${CLAIMED_DETAILS}`,
    [deliveryId],
  );
  if (!delivery) throw new Error("A delivery is gone before its attempt.");
  return makeAttempt(delivery, options);
}
