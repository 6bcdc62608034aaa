import { now } from "../platform/clock";
import { query } from "../platform/db";
import { BURST_WINDOW_SECONDS, type Plan, WEBHOOK_CLAIM_MS, WEBHOOK_DELIVERIES_PER_MINUTE } from "../platform/limits";
import { CLAIM_DUE_DELIVERIES } from "./deliveries.sql";
import type { ApiVersion } from "./payload";
import { ATTEMPTS_PER_ENTITY, ATTEMPTS_PER_HOST, type Slots } from "./slots";

/** A delivery that this process may attempt until `lease`, with everything that the attempt needs. */
export interface ClaimedDelivery {
  id: string;
  /** The number of the next attempt. */
  attempt: number;
  /** Redeliveries and tests are attempted once. */
  isSingle: boolean;
  isTest: boolean;
  /** Text, to the stored microsecond: an attempt is finished only under the lease that it began with. */
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

const BATCH = 256;

/** The minute that an attempt counts in: windows are fixed and aligned (§8). */
export function minuteOf(at: Date): Date {
  const lengthMs = BURST_WINDOW_SECONDS * 1000;
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
}

export function leaseFrom(at: Date): Date {
  return new Date(at.getTime() + WEBHOOK_CLAIM_MS);
}

/** Deliveries that are due and within their limits. */
export function claimDeliveries(slots: Slots): Promise<ClaimedDelivery[]> {
  const at = now();
  return query(CLAIM_DUE_DELIVERIES, [
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
