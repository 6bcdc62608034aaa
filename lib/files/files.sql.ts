import { isoText } from "../platform/pool";
import { listStatement } from "../platform/read-page";
import { instantText, integer, nullable, text } from "../platform/statement";

export const FILE_COLUMNS = `id, room_id AS "roomId", file_name AS "fileName", size, mime_type AS "mimeType", lower(source::text) AS source,
  message_id AS "messageId", task_id AS "taskId", uploaded_by_id AS "uploadedById", ${isoText("created_at")} AS "createdAt"`;

export const FILE_ROW = {
  id: text,
  roomId: text,
  fileName: text,
  size: integer,
  mimeType: text,
  source: text,
  messageId: nullable(text),
  taskId: nullable(text),
  uploadedById: text,
  createdAt: instantText,
};

export const LIST_FILES = listStatement({
  name: "list_files",
  row: FILE_ROW,
  select: `SELECT ${FILE_COLUMNS} FROM files WHERE state = 'READY' AND`,
  owner: "room_id",
  id: "id",
});
