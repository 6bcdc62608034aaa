import { randomUUID } from "node:crypto";
import { refuseSuspended } from "../../access/suspension";
import { type Executor, query } from "../../db/transaction";
import { minuteOf } from "../../events/delivery-minute";
import type { EventFacts } from "../../events/event";
import { now } from "../../platform/clock";
import { AppError } from "../../platform/errors";
import { BURST_WINDOW_SECONDS, WEBHOOK_DELIVERIES_PER_MINUTE } from "../../platform/limits";
import { IS_RECEIVER_AWAY } from "../listeners/listeners.sql";
import type { WebhookAccess } from "../settings/open-webhook";
import { type AttemptOptions, makeAttempt } from "./attempt";
import { leaseFrom } from "./claim";
import { CREATE_CLAIMED_DELIVERY, READ_CLAIMED_DELIVERY } from "./deliveries.sql";
import type { FinishedAttempt } from "./finish-attempt";

export async function createClaimedDelivery(
  on: Executor,
  { webhookId, room }: WebhookAccess,
  { event, isTest }: { event: EventFacts; isTest: boolean },
): Promise<string> {
  const kind = room.organizationId === null ? "individual" : "organization";
  refuseSuspended({ suspension: room.billing.suspension, kind });
  await requireReceiver(on, webhookId);
  const at = now();
  const id = randomUUID();
  const created = await on.query(CREATE_CLAIMED_DELIVERY, {
    id,
    webhookId,
    eventId: event.id,
    entityId: room.billing.entityId,
    minute: minuteOf(at),
    deliveriesMax: WEBHOOK_DELIVERIES_PER_MINUTE,
    isTest,
    claimedUntil: leaseFrom(at),
    at,
    eventType: event.type,
    eventAt: event.createdAt,
    objectType: event.objectType,
    objectId: event.objectId,
    v1Data: event.v1Data === null ? null : JSON.stringify(event.v1Data),
  });
  if (created.length > 0) return id;
  const retryAfterSeconds = Math.ceil((minuteOf(at).getTime() + BURST_WINDOW_SECONDS * 1000 - at.getTime()) / 1000);
  throw new AppError(
    "rate_limit_exceeded",
    `More than ${WEBHOOK_DELIVERIES_PER_MINUTE} webhook deliveries in this minute. Wait ${retryAfterSeconds} s.`,
    { details: { kind: "burst", scope: room.organizationId === null ? "user" : "organization", retryAfterSeconds } },
  );
}

/** Events wait for a listener without a stream, but a request that waits for the outcome does not. */
async function requireReceiver(on: Executor, webhookId: string): Promise<void> {
  const [listener] = await on.query(IS_RECEIVER_AWAY, { webhookId, now: now() });
  if (listener?.isAway) throw listenerAway();
}

/** The sweep makes this attempt after a crash. */
export async function attemptClaimed(deliveryId: string, options: AttemptOptions): Promise<FinishedAttempt> {
  const [delivery] = await query(READ_CLAIMED_DELIVERY, { deliveryId });
  if (!delivery) throw new Error("A delivery was deleted before its attempt.");
  const finished = await makeAttempt(delivery, { ...options, isAwaited: true });
  if (!finished) throw listenerAway();
  return finished;
}

function listenerAway(): AppError {
  return new AppError(
    "webhook_inactive",
    "No terminal is listening to this webhook. Run svc listen again, then retry.",
  );
}
