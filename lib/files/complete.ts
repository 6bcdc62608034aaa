import { type Caller, representedUserId } from "../access/caller";
import { openRoomToWrite, type RoomAccess } from "../access/open-room";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import type { Transaction } from "../platform/db";
import { forbidden, invalid, notFound } from "../platform/errors";
import { log } from "../platform/log";
import type { FileSummary } from "./file";
import { FILE_COLUMNS } from "./files.sql";
import { findFile } from "./find";
import { fileStorage } from "./open-storage";
import type { ExpectedUpload, KeptBytes } from "./storage";

/** An upload of the caller's own, on its way or complete. */
export interface UploadAccess {
  room: RoomAccess;
  upload: ExpectedUpload;
  isComplete: boolean;
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

/** What cannot be removed now has no row, or none much longer: the daily job finds it. */
async function removeBytes(storageKey: string): Promise<void> {
  await fileStorage()
    .remove(storageKey)
    .catch((error: unknown) => log().warn({ error }, "bytes of a file could not be removed yet"));
}
