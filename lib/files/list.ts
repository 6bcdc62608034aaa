import type { RoomAccess } from "../access/open-room";
import type { PageRequest } from "../platform/page";
import { readPage } from "../platform/read-page";
import type { FileSummary } from "./file";
import { LIST_FILES } from "./files.sql";

/** Files whose upload is complete. */
export function listFiles({ roomId }: RoomAccess, page: PageRequest): Promise<FileSummary[]> {
  return readPage(LIST_FILES, roomId, page);
}
