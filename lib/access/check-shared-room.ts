import { database, type Executor } from "../platform/db";

/**
 * A room (`r`) is shared between organizations when one of its members belongs to an organization other than the room's
 * own. In a person's own area: when anyone else in it belongs to an organization.
 */
export const IS_SHARED = `EXISTS (
  SELECT 1 FROM room_members sm JOIN organization_memberships so ON so.user_id = sm.user_id
  WHERE sm.room_id = r.id AND so.organization_id IS DISTINCT FROM r.organization_id
    AND (r.organization_id IS NOT NULL
         OR sm.user_id <> (SELECT su.id FROM users su WHERE su.billing_entity_id = r.billing_entity_id)))`;

/** Asked at each write: a member who joins later changes what agents may write. A room that is not there counts as shared. */
export async function isSharedRoom(roomId: string, executor: Executor = database): Promise<boolean> {
  const [row] = await executor.sql<{ isShared: boolean }>(
    "is_shared_room",
    `SELECT ${IS_SHARED} AS "isShared" FROM rooms r WHERE r.id = $1`,
    [roomId],
  );
  return row?.isShared ?? true;
}
