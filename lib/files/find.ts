import type { RoomAccess } from "../access/open-room";
import type { RowOf } from "../db/statement";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { FILE_UPLOAD_RETENTION_MS } from "../platform/limits";
import { FIND_FILE } from "./files.sql";

export type FoundFile = RowOf<typeof FIND_FILE>;

export async function findFile(room: RoomAccess | null, fileId: string): Promise<FoundFile> {
  const lastRetained = new Date(now().getTime() - FILE_UPLOAD_RETENTION_MS);
  const [file] = isId("file", fileId)
    ? await query(FIND_FILE, { fileId, lastRetained, roomId: room?.roomId ?? null })
    : [];
  if (!file) throw notFound();
  return file;
}
