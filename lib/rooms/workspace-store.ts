import type { RoomAccess } from "../access/open-room";
import { sql } from "../platform/db";
import { WORKSPACE_ROOMS_MAX } from "../platform/limits";
import type { WorkspaceRoom } from "./workspace";

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
