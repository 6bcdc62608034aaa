import type { RoomAccess } from "../access/open-room";
import { MEMBER_ROLE, OWNER_ROLE } from "../access/roles";
import { type Executor, sql } from "../platform/db";
import { isId } from "../platform/ids";
import { LISTED_PEOPLE_MAX, WORKSPACE_ROOMS_MAX } from "../platform/limits";
import { matchPattern } from "../platform/text";
import type { WorkspaceRoom } from "./workspace";

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

/** An organization in which this person may create rooms. Everyone may in their personal area. */
export interface Place {
  organizationId: string;
  name: string;
}

export function listPlaces(userId: string): Promise<Place[]> {
  return sql<Place>(
    "list_room_places",
    `SELECT o.id AS "organizationId", o.name
     FROM organization_memberships m JOIN organizations o ON o.id = m.organization_id AND o.is_active
     WHERE m.user_id = $1 AND m.role >= $2 ORDER BY o.name, o.id`,
    [userId, MEMBER_ROLE],
  );
}

/** The other people of that organization, who can be added when the room is created. */
export function listPeopleOfPlace(userId: string, organizationId: string): Promise<Candidate[]> {
  return sql<Candidate>(
    "list_people_of_place",
    `SELECT m.user_id AS "userId", u.name, u.email
     FROM organization_memberships m JOIN users u ON u.id = m.user_id
     WHERE m.organization_id = $2 AND m.user_id <> $1
       AND EXISTS (SELECT 1 FROM organization_memberships a
                   WHERE a.organization_id = $2 AND a.user_id = $1 AND a.role >= $3)
     ORDER BY u.name, m.user_id LIMIT $4`,
    [userId, organizationId, MEMBER_ROLE, LISTED_PEOPLE_MAX],
  );
}

/** A person who can be messaged directly: they share an organization with the reader. */
export interface Colleague {
  id: string;
  name: string;
  email: string;
  organizationName: string;
}

/**
 * Members can message everyone in their organizations, guests only people they share a room with, since guests do not
 * see the others. A new room belongs to the oldest shared organization.
 */
export const COLLEAGUES = `
  SELECT DISTINCT ON (u.id) u.id, u.name, u.email, o.name AS "organizationName", o.id AS "organizationId",
    o.billing_entity_id AS "billingEntityId"
  FROM organization_memberships mine
  JOIN organizations o ON o.id = mine.organization_id AND o.is_active
  JOIN organization_memberships theirs ON theirs.organization_id = o.id AND theirs.user_id <> mine.user_id
  JOIN users u ON u.id = theirs.user_id
  WHERE mine.user_id = $1 AND (mine.role >= ${MEMBER_ROLE} OR EXISTS (
    SELECT 1 FROM room_members a JOIN room_members b ON b.room_id = a.room_id AND b.user_id = theirs.user_id
    JOIN rooms r ON r.id = a.room_id AND r.organization_id = o.id WHERE a.user_id = mine.user_id))`;

/** By name, up to one page; a search finds the rest. */
export function listColleagues(userId: string, search: string): Promise<Colleague[]> {
  return sql(
    "list_colleagues",
    `SELECT id, name, email, "organizationName" FROM (${COLLEAGUES} ORDER BY u.id, o.id) c
     WHERE $2 = '' OR strpos(lower(c.name), lower($2)) > 0 OR strpos(lower(c.email), lower($2)) > 0
     ORDER BY lower(c.name), c.id LIMIT $3`,
    [userId, search.trim(), WORKSPACE_ROOMS_MAX],
  );
}

/**
 * The rooms a person is a member of, in organizations they belong to, independent of billing. Direct messages are named
 * after the other person.
 */
const SEEN_ROOMS = `
  SELECT r.id, r.room_type = 1 AS "isDirect", m.role, r.organization_id AS "organizationId", o.name AS "organizationName",
    CASE WHEN r.room_type = 1 THEN coalesce((
      SELECT u.name FROM room_members other JOIN users u ON u.id = other.user_id
      WHERE other.room_id = r.id AND other.user_id <> $1 ORDER BY other.id LIMIT 1), r.name) ELSE r.name END AS name
  FROM room_members m JOIN rooms r ON r.id = m.room_id LEFT JOIN organizations o ON o.id = r.organization_id
  WHERE m.user_id = $1 AND (r.organization_id IS NULL OR EXISTS (
    SELECT 1 FROM organization_memberships s WHERE s.organization_id = r.organization_id AND s.user_id = $1))`;

/** Newest first, up to what the sidebar holds. */
export function listWorkspaceRooms(userId: string): Promise<WorkspaceRoom[]> {
  return sql("list_workspace_rooms", `${SEEN_ROOMS} ORDER BY m.user_id DESC, m.room_id DESC LIMIT $2`, [
    userId,
    WORKSPACE_ROOMS_MAX,
  ]);
}

/** The header above a room's tabs. Access was proven, so it is missing only if the room was deleted in the meantime. */
export async function readWorkspaceRoom(userId: string, { roomId }: RoomAccess): Promise<WorkspaceRoom | null> {
  const [room] = await sql<WorkspaceRoom>("read_workspace_room", `${SEEN_ROOMS} AND r.id = $2`, [userId, roomId]);
  return room ?? null;
}
