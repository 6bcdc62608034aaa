// SQL: paths of /v1, the lock of the storage quota, and the erasing of uploads.

import { isHeld } from "../db/holds.sql";
import { isoText } from "../db/pool";
import { listStatement } from "../db/read-page";
import {
  double,
  enumeration,
  instant,
  integer,
  limit,
  narrowed,
  nullable,
  statement,
  text,
  textArray,
} from "../db/statement";
import { summaryRow } from "../db/summary-row";
import type { Plan } from "../platform/limits";
import { FileSummary } from "./file";

const COLUMNS = `id, room_id AS "roomId", file_name AS "fileName", size, mime_type AS "mimeType", lower(source::text) AS source,
  message_id AS "messageId", task_id AS "taskId", uploaded_by_id AS "uploadedById", ${isoText("created_at")} AS "createdAt"`;

const ROW = summaryRow(FileSummary);

export const LIST_FILES = listStatement({
  name: "list_files",
  row: ROW,
  select: `SELECT ${COLUMNS} FROM files WHERE state = 'READY' AND`,
  owner: "room_id",
  id: "id",
});

/** An expired upload is not found, whether or not the job has erased it yet. */
export const FIND_FILE = statement({
  name: "find_file",
  params: { fileId: text, lastRetained: instant, roomId: nullable(text) },
  row: {
    fileId: text,
    storageKey: text,
    fileName: text,
    size: integer,
    mimeType: text,
    checksum: nullable(text),
    state: enumeration<"UPLOADING" | "READY">("file_state"),
    uploadedById: text,
  },
  text: (p) => `
    SELECT id AS "fileId", storage_key AS "storageKey", file_name AS "fileName", size, mime_type AS "mimeType", checksum, state,
      uploaded_by_id AS "uploadedById"
    FROM files WHERE id = ${p.fileId} AND (state = 'READY' OR created_at > ${p.lastRetained}) AND (${p.roomId}::text IS NULL OR room_id = ${p.roomId})`,
});

export const FIND_FILE_OWNER = statement({
  name: "find_file_owner",
  params: { messageId: nullable(text), taskId: nullable(text), roomId: text },
  row: { id: text },
  text: (p) => `
    SELECT id FROM messages WHERE id = ${p.messageId} AND room_id = ${p.roomId} AND deleted_at IS NULL
    UNION ALL SELECT id FROM tasks WHERE id = ${p.taskId} AND room_id = ${p.roomId}`,
});

export const INSERT_FILE = statement({
  name: "create_file",
  params: {
    fileId: text,
    roomId: text,
    fileName: text,
    size: integer,
    mimeType: text,
    source: enumeration<"CHAT" | "TASK">("file_source"),
    messageId: nullable(text),
    taskId: nullable(text),
    uploadedById: text,
    storageKey: text,
    checksum: nullable(text),
    at: instant,
    viaId: nullable(text),
    viaRequestId: nullable(text),
  },
  row: {},
  text: (p) => `
    INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, message_id, task_id, uploaded_by_id, storage_key,
      checksum, created_at, via_id, via_request_id)
    VALUES (${p.fileId}, ${p.roomId}, ${p.fileName}, ${p.size}, ${p.mimeType}, ${p.source}, 'UPLOADING', ${p.messageId}, ${p.taskId}, ${p.uploadedById}, ${p.storageKey}, ${p.checksum}, ${p.at}, ${p.viaId}, ${p.viaRequestId})`,
});

/** The row decides between concurrent completions, and between a completion and the job that erases uploads. */
export const COMPLETE_FILE = statement({
  name: "complete_file",
  params: { fileId: text, roomId: text, storageKey: text, checksum: text, now: instant },
  row: ROW,
  text: (p) => `
    UPDATE files SET state = 'READY', storage_key = ${p.storageKey}, checksum = ${p.checksum}, completed_at = ${p.now}
    WHERE id = ${p.fileId} AND room_id = ${p.roomId} AND state = 'UPLOADING' RETURNING ${COLUMNS}`,
});

export const READ_COMPLETED_FILE = statement({
  name: "read_completed_file",
  params: { fileId: text, roomId: text },
  row: ROW,
  text: (p) => `SELECT ${COLUMNS} FROM files WHERE id = ${p.fileId} AND room_id = ${p.roomId} AND state = 'READY'`,
});

/** Uploads of one billing entity wait for each other, so that two cannot both take the last bytes. */
export const LOCK_STORAGE_QUOTA = statement({
  name: "lock_storage_quota",
  params: { billingEntityId: text },
  row: { plan: narrowed<Plan>()(text), seats: integer },
  text: (p) =>
    `SELECT plan::text AS plan, seats FROM billing_entities WHERE id = ${p.billingEntityId} FOR NO KEY UPDATE`,
});

/** Bytes are counted on demand: deleted and expired files are free at once, and no counter can drift. */
export const READ_STORED_BYTES = statement({
  name: "read_stored_bytes",
  params: { entityIds: textArray, lastRetained: instant },
  row: { entityId: text, bytes: double },
  text: (p) => `
    SELECT b.id AS "entityId", (
      SELECT coalesce(sum(f.size), 0)::float8 FROM rooms r JOIN files f ON f.room_id = r.id
      WHERE r.billing_entity_id = b.id AND (f.state = 'READY' OR f.created_at > ${p.lastRetained})) AS bytes
    FROM billing_entities b WHERE b.id = ANY(${p.entityIds})`,
});

export const ERASE_UNFINISHED_FILES = statement({
  name: "erase_unfinished_files",
  params: { before: instant, limit },
  row: { storageKey: text },
  text: (p) => `
    DELETE FROM files WHERE state = 'UPLOADING' AND id = ANY(ARRAY(
      SELECT f.id FROM files f WHERE f.state = 'UPLOADING' AND f.created_at < ${p.before}
        AND NOT ${isHeld("(SELECT r.billing_entity_id FROM rooms r WHERE r.id = f.room_id)")}
      ORDER BY f.created_at LIMIT ${p.limit} FOR UPDATE OF f SKIP LOCKED))
    RETURNING storage_key AS "storageKey"`,
});

export const FIND_OWNED_BYTES = statement({
  name: "find_owned_bytes",
  params: { storageKeys: textArray },
  row: { storageKey: text },
  text: (p) => `SELECT storage_key AS "storageKey" FROM files WHERE storage_key = ANY(${p.storageKeys})`,
});
