import type { RoomAccess } from "../access/open-room";
import { readOrigin } from "../access/origin";
import type { Transaction } from "../db/transaction";
import { now } from "../platform/clock";
import { invalid } from "../platform/errors";
import { isId, newId } from "../platform/ids";
import { FILE_URL_LIFETIME_MS } from "../platform/limits";
import type { CreateFile, FileUpload } from "./file";
import { FIND_FILE_OWNER, INSERT_FILE } from "./files.sql";
import { fileStorage } from "./open-storage";
import { requireStorage } from "./require-storage";
import { newStorageKey } from "./storage";

export async function createFile(
  tx: Transaction,
  access: RoomAccess,
  uploadedById: string,
  input: CreateFile,
): Promise<FileUpload> {
  const { fileName, size, mimeType, messageId = null, taskId = null, checksum = null } = input;
  await requireOwner(tx, access, messageId, taskId);
  await requireStorage(tx, access, size);
  const at = now();
  const [{ roomId }, fileId, storageKey] = [access, newId("file"), newStorageKey("uploads")];
  const owner = { source: messageId === null ? ("TASK" as const) : ("CHAT" as const), messageId, taskId };
  const file = { fileId, roomId, fileName, size, mimeType, storageKey, checksum };
  await tx.query(INSERT_FILE, { ...file, ...owner, uploadedById, at, ...readOrigin(tx) });
  const expiresAt = new Date(at.getTime() + FILE_URL_LIFETIME_MS);
  const upload = { fileId, storageKey, size, mimeType, checksum };
  const { url: uploadUrl, headers } = fileStorage().signUpload(upload, expiresAt);
  return { fileId, uploadUrl, headers, expiresAt: expiresAt.toISOString() };
}

async function requireOwner(tx: Transaction, { roomId }: RoomAccess, messageId: string | null, taskId: string | null) {
  const mayExist = (messageId === null || isId("msg", messageId)) && (taskId === null || isId("task", taskId));
  const [owner] = mayExist ? await tx.query(FIND_FILE_OWNER, { messageId, taskId, roomId }) : [];
  if (owner) return;
  const [path, what] = messageId === null ? ["taskId", "task"] : ["messageId", "message"];
  throw invalid([{ path, message: `is not a ${what} of this room` }]);
}
