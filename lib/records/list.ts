import type { RoomAccess } from "../access/open-room";
import { query } from "../platform/db";
import { type PageRequest, pageValues } from "../platform/page";
import { readPage } from "../platform/read-page";
import type { RecordSummary } from "./record";
import { LIST_CHANGED_RECORDS, LIST_RECORDS } from "./records.sql";

/** Newest first, with and without a filter. */
export function listRecords(
  { roomId }: RoomAccess,
  { updatedSince }: { updatedSince?: Date | undefined },
  page: PageRequest,
): Promise<RecordSummary[]> {
  if (updatedSince) return query(LIST_CHANGED_RECORDS, [...pageValues(roomId, page), updatedSince]);
  return readPage(LIST_RECORDS, roomId, page);
}
