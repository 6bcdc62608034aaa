import { type Caller, representedUserId } from "../access/caller";
import type { RoomAccess } from "../access/store";
import { isoText, sql } from "../platform/db";
import { newestOf, type PageRequest, pageValues } from "../platform/page";
import { readPage } from "../platform/read-page";
import type { RoomMember, RoomSummary } from "./room";

const COLUMNS = `r.id, r.name, r.room_type AS "roomType", r.organization_id AS "organizationId",
  r.created_by_id AS "createdById", ${isoText("r.created_at")} AS "createdAt", ${isoText("r.updated_at")} AS "updatedAt"`;

const ROOMS_OF_ENTITY = {
  name: "list_rooms_of_entity",
  select: `SELECT ${COLUMNS} FROM rooms r WHERE r.room_type = 0 AND`,
  owner: "r.billing_entity_id",
  id: "r.id",
};

/** The normal rooms in the caller's context: all of them for an organization's key, otherwise those the person is in. */
export function listRooms(caller: Caller, page: PageRequest): Promise<RoomSummary[]> {
  const userId = representedUserId(caller);
  const { entityId } = caller.billing;
  if (userId === null) {
    return readPage(ROOMS_OF_ENTITY, entityId, page);
  }
  return sql(
    "list_rooms_of_user",
    `SELECT ${COLUMNS} FROM room_members m
     JOIN rooms r ON r.id = m.room_id AND r.billing_entity_id = $4 AND r.room_type = 0
     WHERE (r.organization_id IS NULL OR EXISTS (
       SELECT 1 FROM organization_memberships o WHERE o.organization_id = r.organization_id AND o.user_id = $1))
       AND ${newestOf("m.user_id", "m.room_id")}`,
    [...pageValues(userId, page), entityId],
  );
}

export interface MemberRow extends RoomMember {
  /** Orders the list; not part of the response. */
  membershipId: string;
}

const MEMBERS = {
  name: "list_members",
  select: `SELECT m.id AS "membershipId", m.user_id AS "userId", m.role, NULL AS "joinedAt", u.name AS "displayName"
    FROM room_members m JOIN users u ON u.id = m.user_id WHERE`,
  owner: "m.room_id",
  id: "m.id",
};

export function listMembers({ roomId }: RoomAccess, page: PageRequest): Promise<MemberRow[]> {
  return readPage(MEMBERS, roomId, page);
}
