import { IS_SHARED } from "../access/access.sql";
import type { OwnerAccess } from "../access/open-owner";
import { MANAGER_ROLE, MEMBER_ROLE } from "../access/roles";
import { sql } from "../platform/db";
import { narrowProfile, type ToolProfile } from "./connector";

/** That this person, who belongs to the room's area, sits in it. */
export function seesRoom(userId: "$1" | "$2"): string {
  return `EXISTS (SELECT 1 FROM room_members vm WHERE vm.room_id = r.id AND vm.user_id = ${userId})`;
}

export interface RoomChoice {
  id: string;
  name: string;
  members: number;
  isShared: boolean;
}

/** Normal rooms of this owner where the person sits, by name: what a connector of theirs may be let into. */
export function listRoomChoices({ userId, owner }: OwnerAccess): Promise<RoomChoice[]> {
  return sql<RoomChoice>(
    "list_connector_room_choices",
    `SELECT r.id, r.name, (SELECT count(*)::int FROM room_members m WHERE m.room_id = r.id) AS members,
            ${IS_SHARED} AS "isShared"
     FROM rooms r WHERE r.billing_entity_id = $2 AND r.room_type = 0 AND ${seesRoom("$1")} ORDER BY r.name, r.id`,
    [userId, owner.billingEntityId],
  );
}

/** Whether this person has a room, of their own area or of an organization they manage, to let an agent into. */
export async function hasRoomChoice(userId: string): Promise<boolean> {
  const rows = await sql(
    "find_connector_room_choice",
    `SELECT 1 FROM room_members m JOIN rooms r ON r.id = m.room_id AND r.room_type = 0
     WHERE m.user_id = $1 AND (r.billing_entity_id = (SELECT u.billing_entity_id FROM users u WHERE u.id = $1)
       OR EXISTS (SELECT 1 FROM organization_memberships o JOIN organizations g ON g.id = o.organization_id AND g.is_active
                  WHERE g.billing_entity_id = r.billing_entity_id AND o.user_id = $1 AND o.role >= $2)) LIMIT 1`,
    [userId, MANAGER_ROLE],
  );
  return rows.length > 0;
}

export interface UsableConnector {
  id: string;
  name: string;
  /** What it may do in this room: in a shared one, nothing but read. */
  toolProfile: ToolProfile;
}

/** For the workspace: enabled connectors let into this room, for somebody who may write there. */
export async function listUsableConnectors(userId: string, roomId: string): Promise<UsableConnector[]> {
  const rows = await sql<UsableConnector & { isShared: boolean }>(
    "list_usable_connectors",
    `SELECT c.id, c.name, lower(c.tool_profile::text) AS "toolProfile", ${IS_SHARED} AS "isShared"
     FROM connector_rooms cr JOIN connectors c ON c.id = cr.connector_id AND c.is_enabled AND c.deleted_at IS NULL
     JOIN rooms r ON r.id = cr.room_id AND r.room_type = 0 AND r.billing_entity_id = c.billing_entity_id
     JOIN room_members m ON m.room_id = r.id AND m.user_id = $1 AND m.role >= $3
     WHERE cr.room_id = $2 AND (r.organization_id IS NULL OR EXISTS (
       SELECT 1 FROM organization_memberships o WHERE o.organization_id = r.organization_id AND o.user_id = $1))
     ORDER BY c.name, c.id`,
    [userId, roomId, MEMBER_ROLE],
  );
  return rows.map(({ isShared, toolProfile, ...row }) => ({
    ...row,
    toolProfile: narrowProfile(toolProfile, isShared),
  }));
}
