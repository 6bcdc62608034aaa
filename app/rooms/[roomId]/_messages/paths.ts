import { pathOfRoom } from "../../_frame/paths";

/** A room's page around one message, and on it that message. */
export function pathOfMessage(roomId: string, messageId: string): string {
  return `${pathOfRoom(roomId)}?message=${messageId}#${messageId}`;
}
