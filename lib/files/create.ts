import type { RoomAccess } from "../access/open-room";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { invalid } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { FILE_URL_LIFETIME_MS } from "../platform/limits";
import type { CreateFile, FileUpload } from "./file";
import { fileStorage } from "./open-storage";
import { requireStorage } from "./require-storage";
import { newStorageKey } from "./storage";

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
