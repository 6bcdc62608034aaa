import type { RoomAccess } from "../access/open-room";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { WORKSPACE_ROOMS_MAX } from "../platform/limits";
import { FIND_UNREAD, LIST_ROOM_ACTIVITY } from "./reading.sql";
import type { Unread } from "./unread";

/** A room's newest message, and how many of its messages are new to one person. */
export type RoomActivity = RowOf<typeof LIST_ROOM_ACTIVITY>;

/** Of all rooms that the workspace lists for this person, in one statement. */
export function listRoomActivity(userId: string): Promise<RoomActivity[]> {
  return query(LIST_ROOM_ACTIVITY, [userId, WORKSPACE_ROOMS_MAX]);
}

/** The messages of the room that are new to this person. */
export async function findUnread(userId: string, { roomId }: RoomAccess): Promise<Unread> {
  const [found] = await query(FIND_UNREAD, [userId, roomId]);
  return found ?? { count: 0, firstId: null };
}
