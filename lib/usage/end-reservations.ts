import { createBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { database, type Executor, sql } from "../platform/db";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import type { Reservation } from "./reserve";

/**
 * What ends the reservations of `ended (id, confirm)`. Deleting the row is what moves its units in the ledger, so none
 * moves twice; ledger rows are locked in one order.
 */
export const END_RESERVATIONS = `
  done AS (
    DELETE FROM unit_reservations r USING ended e WHERE r.id = e.id
    RETURNING r.billing_entity_id, r.month, r.units, e.confirm OR r.is_confirmed AS confirm
  ), sums AS (
    SELECT billing_entity_id, month, sum(units)::int AS released, count(*)::int AS reservations,
           coalesce(sum(units) FILTER (WHERE confirm), 0)::int AS confirmed
    FROM done GROUP BY 1, 2
  ), locked AS (
    SELECT s.* FROM sums s JOIN unit_ledger l USING (billing_entity_id, month) ORDER BY 1, 2 FOR UPDATE OF l
  )
  UPDATE unit_ledger l SET reserved = l.reserved - s.released, confirmed = l.confirmed + s.confirmed
  FROM locked s WHERE l.billing_entity_id = s.billing_entity_id AND l.month = s.month`;

const CONFIRM_RESERVATIONS = `
  WITH ended AS (SELECT unnest($1::uuid[]) AS id, true AS confirm), ${END_RESERVATIONS}`;

/** What was reserved was used. A reservation that is gone already counts no second time. */
export async function confirmReservations(on: Executor, ids: readonly string[]): Promise<void> {
  await on.sql("confirm_reservations", CONFIRM_RESERVATIONS, [ids]);
}

/** What was reserved was not used. What a crash keeps from being released, the sweep releases. */
export async function releaseReservation(id: string): Promise<void> {
  await sql("release_reservation", `WITH ended AS (SELECT $1::uuid AS id, false AS confirm), ${END_RESERVATIONS}`, [
    id,
  ]);
}

const enterConfirmed = () =>
  shared("enter-confirmed-units", () =>
    createBatch<string, undefined>(async (ids) => {
      await confirmReservations(database, ids);
      return ids.map(() => undefined);
    }),
  );

/** Brings the units of a committed write into the ledger. If it cannot, the sweep will: the row says it is confirmed. */
export async function enterConfirmedUnits({ id }: Reservation): Promise<void> {
  await enterConfirmed()(id).catch((error: unknown) => log().warn({ error }, "confirmed units wait for the sweep"));
}

/** What a crash left behind. */
export async function releaseStaleReservations(): Promise<number> {
  const rows = await sql<{ reservations: number }>(
    "release_stale_reservations",
    `WITH ended AS (SELECT id, false AS confirm FROM unit_reservations WHERE expires_at < $1), ${END_RESERVATIONS}
     RETURNING s.reservations`,
    [now()],
  );
  return rows.reduce((sum, { reservations }) => sum + reservations, 0);
}
