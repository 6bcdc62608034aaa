// SQL: paths of /v1 and of opening a room, and locks.
import { isVisibleTo } from "../access/access.sql";
import { MEMBER_ROLE, OWNER_ROLE } from "../access/roles";
import { newestOf } from "../db/page";
import { isoText } from "../db/pool";
import { listStatement } from "../db/read-page";
import { boolean, instant, integer, limit, nullable, present, statement, text, textArray } from "../db/statement";
import { summaryRow } from "../db/summary-row";
import { RoomSummary } from "./room";

const COLUMNS = `r.id, r.name, r.room_type AS "roomType", r.organization_id AS "organizationId",
  r.created_by_id AS "createdById", ${isoText("r.created_at")} AS "createdAt", ${isoText("r.updated_at")} AS "updatedAt"`;

const ROW = summaryRow(RoomSummary);

export const LIST_ROOMS_OF_ENTITY = listStatement({
  name: "list_rooms_of_entity",
  row: ROW,
  select: `SELECT ${COLUMNS} FROM rooms r WHERE r.room_type = 0 AND`,
  owner: "r.billing_entity_id",
  id: "r.id",
});

export const LIST_ROOMS_OF_USER = statement({
  name: "list_rooms_of_user",
  params: { ownerId: text, after: text, limit, entityId: text },
  row: ROW,
  text: (p) => `
    SELECT ${COLUMNS} FROM room_members m
    JOIN rooms r ON r.id = m.room_id AND r.billing_entity_id = ${p.entityId} AND r.room_type = 0
    WHERE ${isVisibleTo(p.ownerId)} AND ${newestOf("m.user_id", "m.room_id", p)}`,
});

export const READ_ROOM = statement({
  name: "read_room",
  params: { roomId: text },
  row: ROW,
  text: (p) => `SELECT ${COLUMNS} FROM rooms r WHERE r.id = ${p.roomId}`,
});

export const UPDATE_ROOM = statement({
  name: "update_room",
  params: { roomId: text, name: text, now: instant },
  row: ROW,
  text: (p) =>
    `UPDATE rooms r SET name = ${p.name}, updated_at = ${p.now} WHERE r.id = ${p.roomId} RETURNING ${COLUMNS}`,
});

export const LIST_MEMBERS = listStatement({
  name: "list_members",
  row: { membershipId: text, userId: text, role: nullable(integer), joinedAt: nullable(text), displayName: text },
  select: `SELECT m.id AS "membershipId", m.user_id AS "userId", m.role, NULL AS "joinedAt", u.name AS "displayName"
    FROM room_members m JOIN users u ON u.id = m.user_id WHERE`,
  owner: "m.room_id",
  id: "m.id",
});

const selectSeenRooms = (p: { userId: string }) => `
  SELECT r.id, r.room_type = 1 AS "isDirect", m.role, r.organization_id AS "organizationId", o.name AS "organizationName",
    CASE WHEN r.room_type = 1 THEN coalesce((
      SELECT u.name FROM room_members other JOIN users u ON u.id = other.user_id
      WHERE other.room_id = r.id AND other.user_id <> ${p.userId} ORDER BY other.id LIMIT 1), r.name) ELSE r.name END AS name
  FROM room_members m JOIN rooms r ON r.id = m.room_id LEFT JOIN organizations o ON o.id = r.organization_id
  WHERE m.user_id = ${p.userId} AND ${isVisibleTo(p.userId)}`;

const SEEN_ROW = {
  id: text,
  isDirect: boolean,
  role: nullable(integer),
  organizationId: nullable(text),
  organizationName: nullable(text),
  name: text,
};

export const LIST_WORKSPACE_ROOMS = statement({
  name: "list_workspace_rooms",
  params: { userId: text, limit },
  row: SEEN_ROW,
  text: (p) => `${selectSeenRooms(p)} ORDER BY m.user_id DESC, m.room_id DESC LIMIT ${p.limit}`,
});

const NAMED_PEOPLE = 3;
export const SEATS_COUNTED_MAX = 100;

export const LIST_ROOM_PEOPLE = statement({
  name: "list_room_people",
  params: { userId: text, roomIds: textArray },
  row: { roomId: text, names: present(textArray), seats: integer },
  text: (p) => `
    SELECT m.room_id AS "roomId",
      ARRAY(
        SELECT (SELECT u.name FROM users u WHERE u.id = s.user_id) FROM room_members s
        WHERE s.room_id = m.room_id AND s.user_id <> m.user_id
        ORDER BY s.room_id, s.id LIMIT ${NAMED_PEOPLE}) AS names,
      (SELECT count(*)::int FROM (
        SELECT FROM room_members s WHERE s.room_id = m.room_id
        ORDER BY s.room_id, s.id LIMIT ${SEATS_COUNTED_MAX}) s) AS seats
    FROM room_members m
    CROSS JOIN LATERAL (SELECT organization_id FROM rooms WHERE id = m.room_id AND room_type = 0 OFFSET 0) r
    WHERE m.user_id = ${p.userId} AND m.room_id = ANY(${p.roomIds}) AND ${isVisibleTo(p.userId)}`,
});

export const READ_WORKSPACE_ROOM = statement({
  name: "read_workspace_room",
  params: { userId: text, roomId: text },
  row: SEEN_ROW,
  text: (p) => `${selectSeenRooms(p)} AND r.id = ${p.roomId}`,
});

const selectColleagues = (p: { userId: string }) => `
  SELECT DISTINCT ON (u.id) u.id, u.name, u.email, o.name AS "organizationName", o.id AS "organizationId",
    o.billing_entity_id AS "billingEntityId"
  FROM organization_memberships mine
  JOIN organizations o ON o.id = mine.organization_id AND o.is_active
  JOIN organization_memberships theirs ON theirs.organization_id = o.id AND theirs.user_id <> mine.user_id
  JOIN users u ON u.id = theirs.user_id
  WHERE mine.user_id = ${p.userId} AND (mine.role >= ${MEMBER_ROLE} OR EXISTS (
    SELECT 1 FROM room_members a JOIN room_members b ON b.room_id = a.room_id AND b.user_id = theirs.user_id
    JOIN rooms r ON r.id = a.room_id AND r.organization_id = o.id WHERE a.user_id = mine.user_id))`;

export const LIST_COLLEAGUES = statement({
  name: "list_colleagues",
  params: { userId: text, search: text, limit },
  row: { id: text, name: text, email: text, organizationName: text },
  text: (p) => `
    SELECT id, name, email, "organizationName" FROM (${selectColleagues(p)} ORDER BY u.id, o.id) c
    WHERE ${p.search} = '' OR strpos(lower(c.name), lower(${p.search})) > 0 OR strpos(lower(c.email), lower(${p.search})) > 0
    ORDER BY lower(c.name), c.id LIMIT ${p.limit}`,
});

export const FIND_COLLEAGUE = statement({
  name: "find_colleague",
  params: { userId: text, colleagueId: text },
  row: { id: text, name: text, email: text, organizationName: text, organizationId: text, billingEntityId: text },
  text: (p) => `${selectColleagues(p)} AND u.id = ${p.colleagueId} ORDER BY u.id, o.id`,
});

export const LOCK_PAIR = statement({
  name: "lock_direct_pair",
  params: { pair: text },
  row: {},
  text: (p) => `SELECT FROM pg_advisory_xact_lock(hashtextextended(${p.pair}, 20262))`,
});

/** FOR UPDATE would block messages and tasks that reference the room. */
export const LOCK_ROOM = statement({
  name: "lock_room",
  params: { roomId: text },
  row: { roomType: integer },
  text: (p) => `SELECT room_type AS "roomType" FROM rooms WHERE id = ${p.roomId} FOR NO KEY UPDATE`,
});

export const READ_SEAT_ROLE = statement({
  name: "read_seat_role",
  params: { roomId: text, actorId: text },
  row: { role: nullable(integer) },
  text: (p) => `SELECT role FROM room_members WHERE room_id = ${p.roomId} AND user_id = ${p.actorId}`,
});

/** Rows are locked in id order, so that two people who leave at once cannot deadlock. */
export const LOCK_ROOMS_OF_PERSON = statement({
  name: "lock_rooms_of_person",
  params: { organizationId: text, userId: text },
  row: { id: text },
  text: (p) => `
    SELECT r.id FROM rooms r WHERE r.organization_id = ${p.organizationId} AND r.room_type = 0
      AND EXISTS (SELECT 1 FROM room_members m WHERE m.room_id = r.id AND m.user_id = ${p.userId})
    ORDER BY r.id FOR NO KEY UPDATE OF r`,
});

export const LOCK_MEMBERSHIPS = statement({
  name: "lock_memberships",
  params: { organizationId: text, userIds: textArray },
  row: { userId: text, role: integer },
  text: (p) => `
    SELECT user_id AS "userId", role FROM organization_memberships
    WHERE organization_id = ${p.organizationId} AND user_id = ANY(${p.userIds}) ORDER BY user_id FOR SHARE`,
});

export const PROMOTE_HEIRS = statement({
  name: "promote_heirs",
  params: { roomIds: textArray, organizationId: text },
  row: { roomId: text, userId: text },
  text: (p) => `
    UPDATE room_members m SET role = ${OWNER_ROLE} FROM (
      SELECT DISTINCT ON (c.room_id) c.id FROM room_members c
      JOIN organization_memberships o ON o.user_id = c.user_id AND o.organization_id = ${p.organizationId}
      WHERE c.room_id = ANY(${p.roomIds}) AND c.role >= ${MEMBER_ROLE} ORDER BY c.room_id, c.role DESC, c.id
    ) heir WHERE m.id = heir.id AND m.role < ${OWNER_ROLE} RETURNING m.room_id AS "roomId", m.user_id AS "userId"`,
});

export const READ_ROOM_CHANGES = statement({
  name: "read_room_changes",
  params: { roomIds: textArray, since: instant, limit },
  row: { id: text, type: text, roomId: text, objectId: text, createdAt: instant },
  text: (p) => `
    SELECT e.id, e.type, e.room_id AS "roomId", e.object_id AS "objectId", e.created_at AS "createdAt"
    FROM unnest(${p.roomIds}::text[]) AS watched(id)
    CROSS JOIN LATERAL (
      (SELECT id, type, room_id, object_id, created_at FROM events
       WHERE room_id = watched.id AND created_at > ${p.since} ORDER BY created_at DESC LIMIT ${p.limit})
      UNION ALL
      (SELECT message_id || '@' || (extract(epoch FROM changed_at) * 1000)::bigint, 'message.changed', room_id, message_id, changed_at
       FROM message_changes WHERE room_id = watched.id AND changed_at > ${p.since} ORDER BY changed_at DESC LIMIT ${p.limit})
      UNION ALL
      (SELECT id || '@' || (extract(epoch FROM updated_at) * 1000)::bigint, 'comment.changed', room_id, record_id, updated_at
       FROM record_comments WHERE room_id = watched.id AND updated_at > ${p.since} ORDER BY updated_at DESC LIMIT ${p.limit})) e
    ORDER BY e.created_at`,
});
