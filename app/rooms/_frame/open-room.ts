import { notFound } from "next/navigation";
import { cache } from "react";
import { DIRECT_TABS, pathOfRoom, type RoomTab } from "@/app/_links";
import type { SearchParams } from "@/app/_ui/list/search-params";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { openAsPerson } from "@/lib/access/open-as-person";
import { openRoom } from "@/lib/access/open-room";
import { MEMBER_ROLE } from "@/lib/access/roles";
import { requireSession } from "@/lib/accounts/sessions/session";
import { listRoomActivity } from "@/lib/messages/queries";
import { markLastVisited } from "@/lib/platform/page-answer";
import { listCommentActivity } from "@/lib/records/comments-query";
import { readWorkspaceRoom } from "@/lib/rooms/queries";

export interface RoomPageProps {
  params: Promise<{ roomId: string }>;
  searchParams: SearchParams;
}

/** Loads the room once per request, for the frame and its page. A room that this person may not see answers 404. */
export const findRoom = cache(async (userId: string, roomId: string) => {
  const access = await orNotFound(openAsPerson(userId, { roomId }, openRoom));
  const room = await readWorkspaceRoom(userId, access);
  if (!room) notFound();
  return { userId, access, room, canWrite: (access.role ?? 0) >= MEMBER_ROLE };
});

export async function openRoomPage(roomId: string, tab: RoomTab) {
  const { user } = await requireSession(pathOfRoom(roomId, tab));
  const opened = await findRoom(user.id, roomId);
  if (opened.room.isDirect && !DIRECT_TABS.includes(tab)) notFound();
  markLastVisited("room", opened.room.id);
  return { ...opened, name: user.name };
}

/** News of this person's rooms, read once for the frame and its page. */
export const readActivity = cache(async (userId: string) => {
  const [rooms, comments] = await Promise.all([listRoomActivity(userId), listCommentActivity(userId)]);
  return { rooms, comments };
});
