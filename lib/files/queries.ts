import type { RoomAccess } from "../access/open-room";
import { sql } from "../platform/db";
import { newestOf, type PageRequest, pageValues } from "../platform/page";
import { isoText } from "../platform/pool";
import { lastRetained, STORED_BYTES } from "./require-storage";
import type { FileFilter, SharedFile } from "./workspace";

/** By billing entity. Whether the reader belongs to them is asked by whoever names them. */
export async function readStoredBytes(entityIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ entityId: string; bytes: number }>(
    "read_stored_bytes",
    `SELECT b.id AS "entityId", (${STORED_BYTES}) AS bytes FROM billing_entities b WHERE b.id = ANY($1)`,
    [entityIds, lastRetained()],
  );
  return new Map(rows.map(({ entityId, bytes }) => [entityId, bytes]));
}

const COLUMNS = `f.id, f.room_id AS "roomId", f.file_name AS "fileName", f.size, f.mime_type AS "mimeType",
  lower(f.source::text) AS source, f.message_id AS "messageId", f.task_id AS "taskId", f.uploaded_by_id AS "uploadedById",
  ${isoText("f.created_at")} AS "createdAt", u.name AS "uploadedBy"`;

const READY = "files f LEFT JOIN users u ON u.id = f.uploaded_by_id WHERE f.state = 'READY'";

/** The files of a room, newest first, of one source or kind where the reader asks for it. */
export function listSharedFiles(
  { roomId }: RoomAccess,
  { source, kind }: FileFilter,
  page: PageRequest,
): Promise<SharedFile[]> {
  return sql(
    "list_shared_files",
    `SELECT ${COLUMNS} FROM ${READY} AND ($4 = '' OR f.source = upper(nullif($4, ''))::file_source)
       AND ($5 = '' OR $5 = CASE WHEN f.mime_type ILIKE 'image/%' THEN 'image'
         WHEN f.mime_type ~* '^(audio|video)/' THEN 'media' ELSE 'document' END)
       AND ${newestOf("f.room_id", "f.id")}`,
    [...pageValues(roomId, page), source, kind],
  );
}

/** What hangs on messages or tasks of this room, in the order in which it came. */
export function listAttachments(
  { roomId }: RoomAccess,
  { messageIds = [], taskIds = [] }: { messageIds?: readonly string[]; taskIds?: readonly string[] },
): Promise<SharedFile[]> {
  return sql(
    "list_attachments",
    `SELECT ${COLUMNS} FROM ${READY} AND f.room_id = $1 AND (f.message_id = ANY($2) OR f.task_id = ANY($3)) ORDER BY f.id`,
    [roomId, messageIds, taskIds],
  );
}
