import type { RoomAccess } from "../access/open-room";
import type { PageRequest } from "../platform/page";
import { readPage } from "../platform/read-page";
import type { RecordSummary } from "./record";
import { LIST_RECORDS } from "./records.sql";

export function listRecords({ roomId }: RoomAccess, page: PageRequest): Promise<RecordSummary[]> {
  return readPage(LIST_RECORDS, roomId, page);
}
