import type { Role } from "../access/membership";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { newId } from "../platform/ids";

/** Keeps the person's organization membership in place until this transaction ends. */
export const LOCK_PLACES = `
  SELECT user_id AS "userId", role FROM organization_memberships
  WHERE organization_id = $1 AND user_id = ANY($2) ORDER BY user_id FOR SHARE`;

export interface Seat {
  roomId: string;
  userId: string;
  role: Role;
}

const SEAT_PEOPLE = `
  INSERT INTO room_members (id, room_id, user_id, role, created_at)
  SELECT s.*, $5::timestamptz FROM unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS s
  ON CONFLICT (user_id, room_id) DO NOTHING RETURNING room_id AS "roomId", user_id AS "userId", role`;

/** Returns the new members; existing ones keep their role. */
export function seatPeople(tx: Transaction, seats: readonly Seat[]): Promise<Seat[]> {
  return tx.sql<Seat>("seat_people", SEAT_PEOPLE, [
    seats.map(() => newId("mem")),
    seats.map(({ roomId }) => roomId),
    seats.map(({ userId }) => userId),
    seats.map(({ role }) => role),
    now(),
  ]);
}
