import { pathOfRoom } from "../../_frame/paths";

/** The room's page around one message, scrolled to that message. */
export function pathOfMessage(roomId: string, messageId: string): string {
  return `${pathOfRoom(roomId)}?message=${messageId}#${messageId}`;
}
