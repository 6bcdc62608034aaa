import { query } from "../db/transaction";
import { clockOffsetMs, now } from "../platform/clock";
import { RELEASE_RESERVATION, RELEASE_STALE_RESERVATIONS } from "./units.sql";

/** Gives unused units back. After a crash the sweep releases them. */
export async function releaseReservation(id: string): Promise<void> {
  await query(RELEASE_RESERVATION, [id]);
}

/** Reservations that a crash left. Returns how many there were. */
export async function releaseStaleReservations(): Promise<number> {
  const rows = await query(RELEASE_STALE_RESERVATIONS, [now(), clockOffsetMs()]);
  return rows.reduce((sum, { reservations }) => sum + reservations, 0);
}
