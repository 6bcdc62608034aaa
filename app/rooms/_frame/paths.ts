export const ROOMS_PATH = "/rooms";

export type RoomTab = "messages" | "tasks" | "records" | "files" | "members";

/** The tabs of a room. Direct messages have only those that two people need. */
export const ROOM_TABS: readonly RoomTab[] = ["messages", "tasks", "records", "files", "members"];
export const DIRECT_TABS: readonly RoomTab[] = ["messages", "files"];

export function pathOfRoom(roomId: string, tab: RoomTab = "messages"): string {
  const path = `${ROOMS_PATH}/${encodeURIComponent(roomId)}`;
  return tab === "messages" ? path : `${path}/${tab}`;
}

export const NEW_MESSAGE_PATH = `${ROOMS_PATH}/new-message`;
