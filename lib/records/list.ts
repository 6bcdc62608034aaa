import type { RoomAccess } from "../access/open-room";
import { type PageRequest, pageValues } from "../db/page";
import { readPage } from "../db/read-page";
import { query } from "../db/transaction";
import type { RecordSummary } from "./record";
import { LIST_CHANGED_RECORDS, LIST_RECORDS } from "./records.sql";

export function listRecords(
  { roomId }: RoomAccess,
  { updatedSince }: { updatedSince?: Date | undefined },
  page: PageRequest,
): Promise<RecordSummary[]> {
  if (updatedSince) return query(LIST_CHANGED_RECORDS, [...pageValues(roomId, page), updatedSince]);
  return readPage(LIST_RECORDS, roomId, page);
}
