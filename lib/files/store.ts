import type { RoomAccess } from "../access/store";
import { isoText, sql } from "../platform/db";
import { newestOf, type PageRequest, pageValues } from "../platform/page";
import type { FileSummary } from "./file";

/** Files whose upload is complete; one that is still on its way is nobody's business yet. */
export function listFiles({ roomId }: RoomAccess, page: PageRequest): Promise<FileSummary[]> {
  return sql(
    "list_files",
    `SELECT id, room_id AS "roomId", file_name AS "fileName", size, mime_type AS "mimeType", lower(source::text) AS source,
       message_id AS "messageId", task_id AS "taskId", uploaded_by_id AS "uploadedById", ${isoText("created_at")} AS "createdAt"
     FROM files WHERE state = 'READY' AND ${newestOf("room_id", "id")}`,
    pageValues(roomId, page),
  );
}
