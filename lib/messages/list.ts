import type { RoomAccess } from "../access/open-room";
import type { PageRequest } from "../platform/page";
import { readPage } from "../platform/read-page";
import type { MessageSummary } from "./message";
import { LIST_MESSAGES } from "./messages.sql";

export function listMessages({ roomId }: RoomAccess, page: PageRequest): Promise<MessageSummary[]> {
  return readPage(LIST_MESSAGES, roomId, page);
}
