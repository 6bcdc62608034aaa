import { type Caller, representedUserId } from "../access/caller";
import { type PageRequest, pageValues } from "../db/page";
import { readPage } from "../db/read-page";
import { query } from "../db/transaction";
import type { RoomSummary } from "./room";
import { LIST_ROOMS_OF_ENTITY, LIST_ROOMS_OF_USER } from "./rooms.sql";

export function listRooms(caller: Caller, page: PageRequest): Promise<RoomSummary[]> {
  return listRoomsOf(caller.billing.entityId, representedUserId(caller), page);
}

export function listRoomsOf(entityId: string, userId: string | null, page: PageRequest): Promise<RoomSummary[]> {
  if (userId === null) return readPage(LIST_ROOMS_OF_ENTITY, entityId, page);
  return query(LIST_ROOMS_OF_USER, [...pageValues(userId, page), entityId]);
}
