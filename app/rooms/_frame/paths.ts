export const ROOMS_PATH = "/rooms";
export const NEW_MESSAGE_PATH = `${ROOMS_PATH}/new-message`;
export const NEW_ROOM_PATH = `${ROOMS_PATH}/new`;

export const SEARCH_PATH = `${ROOMS_PATH}/search`;

export function pathOfSearch(fields: { q?: string; room?: string; before?: string }): string {
  return `${SEARCH_PATH}?${new URLSearchParams(fields)}`;
}

export const OWN_PLACE = "own";

/** The next step in the new room. `webhook`: the room was missing for a webhook. */
export type NewRoomPurpose = "" | "webhook";

export function readPurpose(value: string): NewRoomPurpose {
  return value === "webhook" ? value : "";
}

export function pathOfNewRoom(place: string, purpose: NewRoomPurpose = ""): string {
  const query = new URLSearchParams({ ...(place && { in: place }), ...(purpose && { for: purpose }) });
  return query.size > 0 ? `${NEW_ROOM_PATH}?${query}` : NEW_ROOM_PATH;
}

export type RoomTab = "messages" | "tasks" | "records" | "files" | "members";

export const ROOM_TABS: readonly RoomTab[] = ["messages", "tasks", "records", "files", "members"];
export const DIRECT_TABS: readonly RoomTab[] = ["messages", "files"];

export function pathOfRoom(roomId: string, tab: RoomTab = "messages"): string {
  const path = `${ROOMS_PATH}/${encodeURIComponent(roomId)}`;
  return tab === "messages" ? path : `${path}/${tab}`;
}

export function pathOfMessage(roomId: string, messageId: string): string {
  return `${pathOfRoom(roomId)}?message=${messageId}#${messageId}`;
}

/** The same page, with the form that changes the message or reacts to it. */
export function pathOfChange(roomId: string, messageId: string, kind: "react" | "edit" | "delete"): string {
  return `${pathOfRoom(roomId)}?message=${messageId}&${kind}=${messageId}#${messageId}`;
}

export function pathOfTask(roomId: string, taskId: string): string {
  return `${pathOfRoom(roomId, "tasks")}/${encodeURIComponent(taskId)}`;
}

export function pathOfRecords(roomId: string, rest = ""): string {
  return `${pathOfRoom(roomId, "records")}${rest}`;
}

export function pathOfRecord(roomId: string, recordId: string, rest = ""): string {
  return pathOfRecords(roomId, `/${encodeURIComponent(recordId)}${rest}`);
}

export function pathOfComment(roomId: string, recordId: string, commentId: string, act?: "edit" | "delete"): string {
  const form = act ? `&${act}=${commentId}` : "";
  return pathOfRecord(roomId, recordId, `?comment=${commentId}${form}#${commentId}`);
}

export function pathOfMembers(roomId: string, rest = ""): string {
  return `${pathOfRoom(roomId, "members")}${rest}`;
}

export function pathOfMember(roomId: string, userId: string): string {
  return pathOfMembers(roomId, `/${encodeURIComponent(userId)}`);
}

export function pathOfDownload({ roomId, id }: { roomId: string; id: string }): string {
  return `/api/rooms/${roomId}/files/${id}/download`;
}

/** The service refuses a picture that would take too much memory to decode. */
export function pathOfPicture(file: { roomId: string; id: string }): string {
  return `${pathOfDownload(file)}?shown`;
}

/** The file's own page. A filter keeps the way to the next file within the same list. */
export function pathOfFile(
  { roomId, id }: { roomId: string; id: string },
  filter: Record<string, string> = {},
): string {
  return `${pathOfRoom(roomId, "files")}/${id}${writeFilter(filter)}`;
}

export function pathOfFiles(roomId: string, filter: Record<string, string>): string {
  return `${pathOfRoom(roomId, "files")}${writeFilter(filter)}`;
}

function writeFilter(filter: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  return query.size > 0 ? `?${query}` : "";
}

export function pathOfPreview({ roomId, id }: { roomId: string; id: string }): string {
  return `/api/rooms/${roomId}/files/${id}/preview`;
}
