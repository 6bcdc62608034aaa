import { pathOfRoom } from "../../_frame/paths";

export function pathOfMembers(roomId: string, rest = ""): string {
  return `${pathOfRoom(roomId, "members")}${rest}`;
}

export function pathOfMember(roomId: string, userId: string): string {
  return pathOfMembers(roomId, `/${encodeURIComponent(userId)}`);
}
