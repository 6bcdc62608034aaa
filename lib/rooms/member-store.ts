import { checkChange, explainRefusal, mayManage, type Role } from "../access/membership";
import type { RoomAccess } from "../access/open-room";
import { MEMBER_ROLE, OWNER_ROLE } from "../access/roles";
import { type ActName, recordAct } from "../audit/act-store";
import { recordEvent } from "../events/outbox";
import { tellWatchers } from "../events/room-watch";
import { buildMemberData } from "../events/v1-data";
import { now } from "../platform/clock";
import { type Executor, sql, type Transaction } from "../platform/db";
import { type AppError, invalid, roomNotFound } from "../platform/errors";
import { isId, newEventId, newId } from "../platform/ids";
import { LISTED_PEOPLE_MAX } from "../platform/limits";
import { matchPattern } from "../platform/text";
import { recheckSoon } from "./live-store";
import { checkRole, refuseRoom } from "./settings";

/** A room member as shown to the others. */
export interface RoomPerson {
  userId: string;
  name: string;
  email: string;
  role: number | null;
  joinedAt: Date;
}

const SELECT_PEOPLE = `
  SELECT m.user_id AS "userId", u.name, u.email, m.role, m.created_at AS "joinedAt"
  FROM room_members m JOIN users u ON u.id = m.user_id WHERE m.room_id = $1`;

/** Owners first, then by name. `text` matches part of a name or e-mail address; empty matches everyone. */
export function listPeople({ roomId }: RoomAccess, text = ""): Promise<RoomPerson[]> {
  return sql<RoomPerson>(
    "list_people_of_room",
    `${SELECT_PEOPLE} AND (u.name ILIKE $2 OR u.email ILIKE $2)
     ORDER BY m.role DESC NULLS LAST, u.name, m.user_id LIMIT $3`,
    [roomId, matchPattern(text), LISTED_PEOPLE_MAX],
  );
}

export async function countPeople({ roomId }: RoomAccess): Promise<{ total: number; owners: number }> {
  const [count] = await sql<{ total: number; owners: number }>(
    "count_people_of_room",
    `SELECT count(*)::int AS total, (count(*) FILTER (WHERE role = $2))::int AS owners
     FROM room_members WHERE room_id = $1`,
    [roomId, OWNER_ROLE],
  );
  return count ?? { total: 0, owners: 0 };
}

/** null when they are no longer a member. */
export async function findPerson({ roomId }: RoomAccess, userId: string): Promise<RoomPerson | null> {
  if (!isId("usr", userId)) return null;
  const [row] = await sql<RoomPerson>("find_person_of_room", `${SELECT_PEOPLE} AND m.user_id = $2`, [roomId, userId]);
  return row ?? null;
}

export interface Candidate {
  userId: string;
  name: string;
  email: string;
}

/** null when no person they could add has this e-mail address. */
export async function findCandidate(
  on: Executor,
  { roomId, organizationId }: RoomAccess,
  actorId: string,
  email: string,
): Promise<Candidate | null> {
  const [row] = await on.sql<Candidate>("find_room_candidate", `${CANDIDATES} AND u.email = $5`, [
    roomId,
    organizationId,
    actorId,
    MEMBER_ROLE,
    email.trim().toLowerCase().replaceAll("\u0000", ""),
  ]);
  return row ?? null;
}

const CANDIDATES = `
  SELECT o.user_id AS "userId", u.name, u.email
  FROM organization_memberships o JOIN users u ON u.id = o.user_id
  WHERE o.organization_id = $2
    AND NOT EXISTS (SELECT 1 FROM room_members m WHERE m.room_id = $1 AND m.user_id = o.user_id)
    AND EXISTS (SELECT 1 FROM organization_memberships a
                WHERE a.organization_id = $2 AND a.user_id = $3 AND a.role >= $4)`;

/** People of the room's organization who can be added, for readers allowed to see them. */
export function listCandidates({ roomId, organizationId }: RoomAccess, actorId: string): Promise<Candidate[]> {
  return sql<Candidate>("list_room_candidates", `${CANDIDATES} ORDER BY u.name, o.user_id LIMIT $5`, [
    roomId,
    organizationId,
    actorId,
    MEMBER_ROLE,
    LISTED_PEOPLE_MAX,
  ]);
}

/**
 * True when the person was not a member before. Repeating it changes nothing and emits no second event (§6).
 * Locks the organization membership before the room, in the same order as leaving the organization does.
 */
export async function addMember(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  { userId, role: asked }: { userId: string; role: number },
): Promise<boolean> {
  const { roomId, organizationId } = access;
  const role = checkRole(asked);
  if (organizationId === null) throw refuseRoom("personal_room");
  if (!isId("usr", userId)) throw refuseRoom("person_unknown", "userId");
  const places = await tx.sql<{ userId: string; role: number }>("lock_places", LOCK_PLACES, [
    organizationId,
    [actorId, userId],
  ]);
  const actorRole = await lockRoom(tx, roomId, actorId);
  if (!mayManage(actorRole)) throw explainRefusal("managers_only", "");
  if (role > (actorRole ?? 0)) throw explainRefusal("above_own_role");
  if ((places.find((place) => place.userId === actorId)?.role ?? 0) < MEMBER_ROLE)
    throw refuseRoom("guest_of_organization");
  if (!places.some((place) => place.userId === userId)) throw refuseRoom("person_unknown", "userId");
  const added = await seatPeople(tx, [{ roomId, userId, role }]);
  if (added.length === 0) return false;
  record(tx, "room_member.add", access, actorId, userId, { role });
  recordEvent(tx, access, {
    type: "room.member.added",
    objectId: roomId,
    v1Data: buildMemberData({ roomId, userId }),
  });
  return true;
}

function record(
  tx: Transaction,
  name: ActName,
  { roomId, billingEntityId }: RoomAccess,
  actorId: string,
  userId: string,
  facts: { role?: number } = {},
): void {
  const details = { roomId, ...facts };
  recordAct(tx, { name, userId: actorId, resourceId: userId, scope: { billingEntityId }, details });
}

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

/**
 * Serializes changes of a room's members. Not FOR UPDATE, which would block messages and tasks that reference the room.
 * Returns the actor's role now, which may differ from when the page was rendered.
 */
export async function lockRoom(tx: Transaction, roomId: string, actorId: string): Promise<number | null> {
  const [room] = await tx.sql<{ roomType: number }>(
    "lock_room",
    `SELECT room_type AS "roomType" FROM rooms WHERE id = $1 FOR NO KEY UPDATE`,
    [roomId],
  );
  if (!room) throw roomNotFound();
  if (room.roomType !== 0) throw refuseRoom("direct_room");
  const [seat] = await tx.sql<{ role: number | null }>(
    "find_seat",
    "SELECT role FROM room_members WHERE room_id = $1 AND user_id = $2",
    [roomId, actorId],
  );
  if (!seat) throw roomNotFound();
  return seat.role;
}

/** For other people's open pages. Not an event of §6: pages of this process update now, others on their next render. */
export function tellRoom(tx: Transaction, roomId: string): void {
  tx.afterCommit(() =>
    tellWatchers({ id: newEventId(), type: "room.changed", roomId, objectId: roomId, createdAt: now() }),
  );
}

/** Also used to lower one's own role. */
export async function changeMemberRole(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  { userId, role }: { userId: string; role: number },
): Promise<void> {
  const { roomId } = access;
  const nextRole = checkRole(role);
  await checkUnderLock(tx, roomId, actorId, userId, nextRole);
  await tx.sql("change_member_role", "UPDATE room_members SET role = $3 WHERE room_id = $1 AND user_id = $2", [
    roomId,
    userId,
    nextRole,
  ]);
  record(tx, "room_member.change_role", access, actorId, userId, { role: nextRole });
  tellRoom(tx, roomId);
}

/** Also used to leave. The person's content stays under their name. */
export async function removeMember(
  tx: Transaction,
  access: RoomAccess,
  actorId: string,
  { userId }: { userId: string },
): Promise<void> {
  const { roomId } = access;
  await checkUnderLock(tx, roomId, actorId, userId, null);
  await tx.sql("remove_member", "DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [roomId, userId]);
  record(tx, userId === actorId ? "room_member.leave" : "room_member.remove", access, actorId, userId);
  tx.afterCommit(recheckSoon);
  tellRoom(tx, roomId);
}

/** When two owners remove each other, the second waits here and finds that they are the last owner. */
async function checkUnderLock(
  tx: Transaction,
  roomId: string,
  actorId: string,
  userId: string,
  nextRole: Role | null,
): Promise<void> {
  const actorRole = await lockRoom(tx, roomId, actorId);
  if (!isId("usr", userId)) throw memberGone();
  const [target] = await tx.sql<{ role: number | null; owners: number }>(
    "find_member_and_owners",
    `SELECT m.role, (SELECT count(*)::int FROM room_members o WHERE o.room_id = $1 AND o.role = $3) AS owners
     FROM room_members m WHERE m.room_id = $1 AND m.user_id = $2`,
    [roomId, userId, OWNER_ROLE],
  );
  if (!target) throw memberGone();
  const { role: targetRole, owners } = target;
  checkChange({ actorRole, targetRole, nextRole, isSelf: actorId === userId, owners });
}

function memberGone(): AppError {
  return invalid([{ path: "", message: "member_gone" }], "This person is not in the room any more.");
}
