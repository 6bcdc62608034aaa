import { notFound } from "next/navigation";
import { cache } from "react";
import { DIRECT_TABS, pathOfRoom, type RoomTab } from "@/app/rooms/_frame/paths";
import { openAsPerson } from "@/lib/access/open-as-person";
import { openRoom, type RoomAccess } from "@/lib/access/open-room";
import { MEMBER_ROLE } from "@/lib/access/roles";
import { requireSession } from "@/lib/accounts/session";
import { AppError } from "@/lib/platform/errors";
import { readWorkspaceRoom } from "@/lib/rooms/queries";
import type { WorkspaceRoom } from "@/lib/rooms/workspace";

export interface OpenedRoom {
  userId: string;
  access: RoomAccess;
  room: WorkspaceRoom;
  /** Guests read. */
  canWrite: boolean;
}

/** Loads the room once per request, for the frame and its page. A room that this person may not see answers 404. */
export const findRoom = cache(async (userId: string, roomId: string): Promise<OpenedRoom> => {
  try {
    const access = await openAsPerson(userId, { roomId }, openRoom);
    const room = await readWorkspaceRoom(userId, access);
    if (!room) notFound();
    return { userId, access, room, canWrite: (access.role ?? 0) >= MEMBER_ROLE };
  } catch (error) {
    if (error instanceof AppError && error.code === "room_not_found") notFound();
    throw error;
  }
});

/** Opens the room for a page. Direct messages answer 404 on tabs that they do not have. */
export async function openRoomPage(roomId: string, tab: RoomTab): Promise<OpenedRoom> {
  const { user } = await requireSession(pathOfRoom(roomId, tab));
  const opened = await findRoom(user.id, roomId);
  if (opened.room.isDirect && !DIRECT_TABS.includes(tab)) notFound();
  return opened;
}
