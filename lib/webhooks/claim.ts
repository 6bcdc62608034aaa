import { now } from "../platform/clock";
import { query } from "../platform/db";
import { BURST_WINDOW_SECONDS, WEBHOOK_CLAIM_MS, WEBHOOK_DELIVERIES_PER_MINUTE } from "../platform/limits";
import type { RowOf } from "../platform/statement";
import { CLAIM_DUE_DELIVERIES } from "./deliveries.sql";
import { ATTEMPTS_PER_ENTITY, ATTEMPTS_PER_HOST, type Slots } from "./slots";

/** A delivery that this process may attempt until `lease`, with everything that the attempt needs. */
export type ClaimedDelivery = RowOf<typeof CLAIM_DUE_DELIVERIES>;

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
  const { hosts, entities } = slots.beginClaim();
  return query(CLAIM_DUE_DELIVERIES, [
    at,
    minuteOf(at),
    Math.min(BATCH, slots.free),
    ATTEMPTS_PER_HOST,
    ATTEMPTS_PER_ENTITY,
    WEBHOOK_DELIVERIES_PER_MINUTE,
    JSON.stringify(hosts),
    JSON.stringify(entities),
    leaseFrom(at),
  ]);
}
