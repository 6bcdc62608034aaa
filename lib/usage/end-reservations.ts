import { createBatch } from "../platform/batch";
import { now } from "../platform/clock";
import { database, type Executor, query } from "../platform/db";
import { log } from "../platform/log";
import { shared } from "../platform/shared";
import type { Reservation } from "./reserve";
import { CONFIRM_RESERVATIONS, RELEASE_RESERVATION, RELEASE_STALE_RESERVATIONS } from "./units.sql";

export async function confirmReservations(on: Executor, ids: readonly string[]): Promise<void> {
  await on.query(CONFIRM_RESERVATIONS, [ids]);
}

/** Gives unused units back. After a crash the sweep releases them. */
export async function releaseReservation(id: string): Promise<void> {
  await query(RELEASE_RESERVATION, [id]);
}

const enterConfirmed = () =>
  shared("enter-confirmed-units", () =>
    createBatch<string, undefined>(async (ids) => {
      await confirmReservations(database, ids);
      return ids.map(() => undefined);
    }),
  );

/** Moves the units of a committed write into the ledger. If that fails, the sweep does it: the row is marked confirmed. */
export async function enterConfirmedUnits({ id }: Reservation): Promise<void> {
  await enterConfirmed()(id).catch((error: unknown) => log().warn({ error }, "confirmed units wait for the sweep"));
}

/** Reservations that a crash left. Returns how many there were. */
export async function releaseStaleReservations(): Promise<number> {
  const rows = await query(RELEASE_STALE_RESERVATIONS, [now()]);
  return rows.reduce((sum, { reservations }) => sum + reservations, 0);
}
