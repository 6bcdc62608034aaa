import { sharedBatch } from "../db/batch";
import { query } from "../db/transaction";
import { clockOffsetMs, now } from "../platform/clock";
import { END_RESERVATIONS, RELEASE_STALE_RESERVATIONS } from "./units.sql";

/** Charges the units of a reservation that was marked as confirmed, and gives those of another back. */
export const endReservation = sharedBatch<string, void>("end-reservations", async (ids) => {
  await query(END_RESERVATIONS, { ids });
  return ids.map(() => undefined);
});

export async function releaseStaleReservations(): Promise<number> {
  const rows = await query(RELEASE_STALE_RESERVATIONS, { now: now(), clockOffsetMs: clockOffsetMs() });
  return rows.reduce((sum, { reservations }) => sum + reservations, 0);
}
