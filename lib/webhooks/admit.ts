import { randomUUID } from "node:crypto";
import type { NewDelivery } from "../events/new-deliveries";
import { sharedBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { query } from "../platform/db";
import { limitMonthlyUnits, RESERVATION_LIFETIME_MS, UNITS, WEBHOOK_DELIVERIES_PER_MINUTE } from "../platform/limits";
import type { RowOf } from "../platform/statement";
import { monthOf } from "../usage/units";
import { minuteOf } from "./claim";
import { ADMIT_DELIVERIES, RELEASE_DELIVERIES } from "./deliveries.sql";

export type AdmittedDelivery = RowOf<typeof ADMIT_DELIVERIES>;

/** null: beyond the minute's limit, deleted meanwhile, or of a tenant that was suspended meanwhile. */
export const admitDelivery = (delivery: NewDelivery): Promise<AdmittedDelivery | null> =>
  sharedBatch<NewDelivery, AdmittedDelivery | null>("admit-deliveries", admitDeliveries)(delivery);

async function admitDeliveries(deliveries: readonly NewDelivery[]): Promise<(AdmittedDelivery | null)[]> {
  const at = now();
  const counts = new Map<string, number>();
  const wanted = deliveries.map((delivery) => {
    const { id, lease, entityId } = delivery;
    const n = (counts.get(entityId) ?? 0) + 1;
    counts.set(entityId, n);
    return { id, lease, entityId, limit: limitMonthlyUnits(delivery), n, reservationId: randomUUID() };
  });
  const rows = await query(ADMIT_DELIVERIES, [
    JSON.stringify(wanted),
    minuteOf(at),
    WEBHOOK_DELIVERIES_PER_MINUTE,
    monthOf(at),
    UNITS.webhookDelivery,
    new Date(at.getTime() + RESERVATION_LIFETIME_MS),
  ]);
  const admitted = new Map(rows.map((row) => [row.id, row]));
  return deliveries.map(({ id }) => admitted.get(id) ?? null);
}

/** They wait in the queue again. If this fails, their claims lapse. */
export async function releaseDeliveries(deliveries: readonly NewDelivery[]): Promise<void> {
  await query(RELEASE_DELIVERIES, [JSON.stringify(deliveries.map(({ id, lease }) => ({ id, lease })))]);
}
