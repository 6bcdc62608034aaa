import { type Caller, representedUserId } from "../access/caller";
import { openRoom, openRoomToWrite, type RoomAccess } from "../access/open-room";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { sql, type Transaction } from "../platform/db";
import { forbidden, invalid, notFound } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { FILE_UPLOAD_RETENTION_MS, FILE_URL_LIFETIME_MS } from "../platform/limits";
import { log } from "../platform/log";
import type { PageRequest } from "../platform/page";
import { readPage } from "../platform/read-page";
import type { CreateFile, FileDownload, FileSummary, FileUpload } from "./file";
import { FILE_COLUMNS, LIST_FILES } from "./files.sql";
import { requireStorage } from "./quota-store";
import { type ExpectedUpload, type KeptBytes, newStorageKey, type StoredFile } from "./storage";
import { fileStorage } from "./storage-store";

/** A file of a room whose bytes are there. */
export interface FileAccess {
  room: RoomAccess;
  file: StoredFile;
}

/** An upload of the caller's own, on its way or complete. */
export interface UploadAccess {
  room: RoomAccess;
  upload: ExpectedUpload;
  isComplete: boolean;
}

export interface FoundFile extends ExpectedUpload, StoredFile {
  state: "UPLOADING" | "READY";
  uploadedById: string;
}

/** An upload that is old enough to be erased is gone, whether the job has been there or not. */
const FIND_FILE = `
  SELECT id AS "fileId", storage_key AS "storageKey", file_name AS "fileName", size, mime_type AS "mimeType", checksum, state,
    uploaded_by_id AS "uploadedById"
  FROM files WHERE id = $1 AND (state = 'READY' OR created_at > $2)`;

const lastRetained = () => new Date(now().getTime() - FILE_UPLOAD_RETENTION_MS);

async function findFile({ roomId }: RoomAccess, fileId: string): Promise<FoundFile> {
  const [file] = isId("file", fileId)
    ? await sql<FoundFile>("find_file", `${FIND_FILE} AND room_id = $3`, [fileId, lastRetained(), roomId])
    : [];
  if (!file) throw notFound();
  return file;
}

/** For the bearer of a signed URL alone: who got it had been let in. */
export async function findTransferred(fileId: string): Promise<FoundFile> {
  const [file] = await sql<FoundFile>("find_transferred_file", FIND_FILE, [fileId, lastRetained()]);
  if (!file) throw notFound();
  return file;
}

export async function openFile(caller: Caller, params: { roomId: string; fileId: string }): Promise<FileAccess> {
  const room = await openRoom(caller, params);
  const file = await findFile(room, params.fileId);
  if (file.state !== "READY") throw notFound();
  return { room, file };
}

/** What is still on its way exists for its uploader alone. */
export async function openUpload(caller: Caller, params: { roomId: string; fileId: string }): Promise<UploadAccess> {
  const room = await openRoomToWrite(caller, params);
  const upload = await findFile(room, params.fileId);
  const isComplete = upload.state === "READY";
  if (upload.uploadedById !== representedUserId(caller))
    throw isComplete ? forbidden("Only who began an upload completes it.") : notFound();
  return { room, upload, isComplete };
}

/** Files whose upload is complete; one that is still on its way is nobody's business yet. */
export function listFiles({ roomId }: RoomAccess, page: PageRequest): Promise<FileSummary[]> {
  return readPage(LIST_FILES, roomId, page);
}

export async function createFile(
  tx: Transaction,
  access: RoomAccess,
  uploadedById: string,
  input: CreateFile,
): Promise<FileUpload> {
  const { fileName, size, mimeType } = input;
  const [messageId, taskId, checksum] = [input.messageId ?? null, input.taskId ?? null, input.checksum ?? null];
  await requireOwner(tx, access, { messageId, taskId });
  await requireStorage(tx, access, size);
  const at = now();
  const upload = { fileId: newId("file"), storageKey: newStorageKey("uploads"), size, mimeType, checksum };
  await tx.sql(
    "create_file",
    `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, message_id, task_id, uploaded_by_id, storage_key,
       checksum, created_at)
     VALUES ($1, $2, $3, $4, $5, $6::file_source, 'UPLOADING', $7, $8, $9, $10, $11, $12)`,
    [
      upload.fileId,
      access.roomId,
      fileName,
      size,
      mimeType,
      messageId === null ? "TASK" : "CHAT",
      messageId,
      taskId,
      uploadedById,
      upload.storageKey,
      checksum,
      at,
    ],
  );
  const expiresAt = new Date(at.getTime() + FILE_URL_LIFETIME_MS);
  const { url: uploadUrl, headers } = fileStorage().signUpload(upload, expiresAt);
  return { fileId: upload.fileId, uploadUrl, headers, expiresAt: expiresAt.toISOString() };
}

interface Owner {
  messageId: string | null;
  taskId: string | null;
}

async function requireOwner(tx: Transaction, { roomId }: RoomAccess, { messageId, taskId }: Owner): Promise<void> {
  const rows =
    (messageId === null || isId("msg", messageId)) && (taskId === null || isId("task", taskId))
      ? await tx.sql(
          "find_file_owner",
          "SELECT 1 FROM messages WHERE id = $1 AND room_id = $3 UNION ALL SELECT 1 FROM tasks WHERE id = $2 AND room_id = $3",
          [messageId, taskId, roomId],
        )
      : [];
  if (rows.length > 0) return;
  const [path, what] = messageId === null ? ["taskId", "task"] : ["messageId", "message"];
  throw invalid([{ path, message: `is not a ${what} of this room` }]);
}

/** Moves what was sent to where no URL can write, and holds it against what was announced. Done before the transaction, since it may take a while. */
export async function keepUpload({ upload, isComplete }: UploadAccess): Promise<KeptBytes | null> {
  if (isComplete) return null;
  const kept = await fileStorage().keep(upload.storageKey);
  // Nothing was sent, or another completion has just moved it: the row will tell.
  if (!kept) return null;
  const isSize = kept.size === upload.size;
  if (isSize && (upload.checksum === null || kept.checksum === upload.checksum)) return kept;
  await removeBytes(kept.storageKey);
  throw isSize
    ? invalid([{ path: "checksum", message: `was announced as ${upload.checksum}, and is ${kept.checksum}` }])
    : invalid([{ path: "size", message: `was announced as ${upload.size} bytes, and is ${kept.size}` }]);
}

/**
 * One statement decides between completions that meet, and between a completion and the job that erases what was left
 * lying. Who comes second gets the same answer, without a second event: the upload is complete.
 */
export async function completeFile(
  tx: Transaction,
  { room, upload }: UploadAccess,
  kept: KeptBytes | null,
): Promise<FileSummary> {
  const [completed] = kept
    ? await tx.sql<FileSummary>(
        "complete_file",
        `UPDATE files SET state = 'READY', storage_key = $3, checksum = $4, completed_at = $5
         WHERE id = $1 AND room_id = $2 AND state = 'UPLOADING' RETURNING ${FILE_COLUMNS}`,
        [upload.fileId, room.roomId, kept.storageKey, kept.checksum, now()],
      )
    : [];
  if (completed) {
    recordEvent(tx, room, { type: "file.uploaded", objectId: completed.id, v1Data: null });
    tx.afterCommit(() => void removeBytes(upload.storageKey));
    return completed;
  }
  if (kept) await removeBytes(kept.storageKey);
  const [ready] = await tx.sql<FileSummary>(
    "read_completed_file",
    `SELECT ${FILE_COLUMNS} FROM files WHERE id = $1 AND room_id = $2 AND state = 'READY'`,
    [upload.fileId, room.roomId],
  );
  if (ready) return ready;
  throw kept ? notFound() : invalid([], "Nothing was uploaded yet: PUT the bytes to uploadUrl first.");
}

export function signDownload({ file }: FileAccess): FileDownload {
  const expiresAt = new Date(now().getTime() + FILE_URL_LIFETIME_MS);
  return { url: fileStorage().signDownload(file, expiresAt), expiresAt: expiresAt.toISOString() };
}

/** What cannot be removed now has no row, or none much longer: the daily job finds it. */
async function removeBytes(storageKey: string): Promise<void> {
  await fileStorage()
    .remove(storageKey)
    .catch((error: unknown) => log().warn({ error }, "bytes of a file could not be removed yet"));
}
