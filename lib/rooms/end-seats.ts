import { openRoomsOfOrganization } from "../access/open-room";
import { MEMBER_ROLE, OWNER_ROLE } from "../access/roles";
import { recordEvent } from "../events/outbox";
import { buildMemberData } from "../events/v1-data";
import type { Executor, Transaction } from "../platform/db";
import { tellRoom } from "./lock-room";
import { seatPeople } from "./seat-people";
import { recheckSoon } from "./watch-room";

export interface SeatsOf {
  organizationId: string;
  userId: string;
}

/** A person's seats in an organization's rooms before they leave. Direct messages are not counted. */
export interface SeatCount {
  rooms: number;
  /** Rooms of which they are the only owner; ownership passes to someone else. */
  ownedAlone: number;
}

export async function countSeats(on: Executor, { organizationId, userId }: SeatsOf): Promise<SeatCount> {
  const [row] = await on.sql<SeatCount>(
    "count_seats",
    `SELECT count(*)::int AS rooms, (count(*) FILTER (WHERE m.role = $3 AND NOT EXISTS (
       SELECT 1 FROM room_members o WHERE o.room_id = r.id AND o.role = $3 AND o.user_id <> $2)))::int AS "ownedAlone"
     FROM room_members m JOIN rooms r ON r.id = m.room_id AND r.room_type = 0
     WHERE m.user_id = $2 AND r.organization_id = $1`,
    [organizationId, userId, OWNER_ROLE],
  );
  return row ?? { rooms: 0, ownedAlone: 0 };
}

/** Locked in id order, so that two people leaving at once cannot deadlock. */
const LOCK_ROOMS = `
  SELECT r.id FROM rooms r WHERE r.organization_id = $1 AND r.room_type = 0
    AND EXISTS (SELECT 1 FROM room_members m WHERE m.room_id = r.id AND m.user_id = $2)
  ORDER BY r.id FOR NO KEY UPDATE OF r`;

const END_SEATS = `
  DELETE FROM room_members WHERE user_id = $2 AND room_id = ANY($1) RETURNING room_id AS "roomId"`;

/** The highest remaining role, then the longest membership. Guests are excluded. */
const PROMOTE_HEIRS = `
  UPDATE room_members m SET role = $3 FROM (
    SELECT DISTINCT ON (c.room_id) c.id FROM room_members c
    JOIN organization_memberships o ON o.user_id = c.user_id AND o.organization_id = $2
    WHERE c.room_id = ANY($1) AND c.role >= $4 ORDER BY c.room_id, c.role DESC, c.id
  ) heir WHERE m.id = heir.id AND m.role < $3 RETURNING m.room_id AS "roomId", m.user_id AS "userId"`;

const LIST_OWNERLESS = `
  SELECT q.id FROM unnest($1::text[]) AS q(id)
  WHERE NOT EXISTS (SELECT 1 FROM room_members o WHERE o.room_id = q.id AND o.role = $2) ORDER BY q.id`;

export interface EndedSeats {
  roomIds: string[];
  /** People who own a room from now on because its last owner left. */
  newOwners: { roomId: string; userId: string }[];
}

/**
 * Runs after the membership has ended, in the same transaction: a concurrent addition to a room has either committed, and
 * its seat is found here, or waits and finds no membership. No room is left without an owner. Direct messages keep
 * their people and are closed to those outside the organization.
 */
export async function endSeats(tx: Transaction, { organizationId, userId }: SeatsOf): Promise<EndedSeats> {
  const rooms = await tx.sql<{ id: string }>("lock_rooms_of_person", LOCK_ROOMS, [organizationId, userId]);
  const ended = await tx.sql<{ roomId: string }>("end_seats", END_SEATS, [rooms.map(({ id }) => id), userId]);
  tx.afterCommit(recheckSoon);
  for (const { roomId } of ended) tellRoom(tx, roomId);
  const roomIds = ended.map(({ roomId }) => roomId);
  const ownerless = await tx.sql<{ id: string }>("list_ownerless_rooms", LIST_OWNERLESS, [roomIds, OWNER_ROLE]);
  if (ownerless.length === 0) return { roomIds, newOwners: [] };
  const orphans = ownerless.map(({ id }) => id);
  const values = [orphans, organizationId, OWNER_ROLE, MEMBER_ROLE];
  const heirs = await tx.sql<EndedSeats["newOwners"][number]>("promote_heirs", PROMOTE_HEIRS, values);
  const left = await tx.sql<{ id: string }>("list_ownerless_rooms", LIST_OWNERLESS, [orphans, OWNER_ROLE]);
  const roomIdsLeft = left.map(({ id }) => id);
  if (roomIdsLeft.length === 0) return { roomIds, newOwners: heirs };
  const ownerId = await handToOrganization(tx, organizationId, roomIdsLeft);
  return { roomIds, newOwners: [...heirs, ...roomIdsLeft.map((roomId) => ({ roomId, userId: ownerId }))] };
}

const FIND_OLDEST_OWNER = `
  SELECT user_id AS "userId" FROM organization_memberships WHERE organization_id = $1 AND role = $2 ORDER BY id LIMIT 1`;

const RAISE_TO_OWNER = "UPDATE room_members SET role = $3 WHERE room_id = ANY($1) AND user_id = $2";

/** Rooms without a possible owner pass to the organization's longest-standing owner, who is returned. */
async function handToOrganization(
  tx: Transaction,
  organizationId: string,
  roomIds: readonly string[],
): Promise<string> {
  const [owner] = await tx.sql<{ userId: string }>("find_oldest_owner", FIND_OLDEST_OWNER, [
    organizationId,
    OWNER_ROLE,
  ]);
  if (!owner) throw new Error(`Organization ${organizationId} has no owner.`);
  const { userId } = owner;
  const seated = await seatPeople(
    tx,
    roomIds.map((roomId) => ({ roomId, userId, role: OWNER_ROLE })),
  );
  // The new owner may already be a member with a lower role.
  await tx.sql("raise_to_owner", RAISE_TO_OWNER, [roomIds, userId, OWNER_ROLE]);
  const entered = seated.map(({ roomId }) => roomId);
  for (const access of await openRoomsOfOrganization(tx, organizationId, entered)) {
    const { roomId } = access;
    const v1Data = buildMemberData({ roomId, userId });
    recordEvent(tx, access, { type: "room.member.added", objectId: roomId, v1Data });
  }
  return userId;
}
