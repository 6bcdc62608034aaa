import { type Caller, representedUserId } from "../access/caller";
import { openRoomToWrite, type RoomAccess } from "../access/open-room";
import type { Transaction } from "../db/transaction";
import { recordEvent } from "../events/outbox";
import { now } from "../platform/clock";
import { forbidden, invalid, notFound } from "../platform/errors";
import { log } from "../platform/log";
import { COMPLETE_FILE, READ_COMPLETED_FILE } from "./files.sql";
import { findFile } from "./find";
import { fileStorage } from "./open-storage";
import type { ExpectedUpload, KeptBytes } from "./storage";

/** An upload of the caller's own, on its way or complete. */
export interface UploadAccess {
  room: RoomAccess;
  upload: ExpectedUpload;
  isComplete: boolean;
}

/** An unfinished upload exists for its uploader alone. */
export async function openUpload(caller: Caller, params: { roomId: string; fileId: string }): Promise<UploadAccess> {
  const room = await openRoomToWrite(caller, params);
  const upload = await findFile(room, params.fileId);
  const isComplete = upload.state === "READY";
  if (upload.uploadedById !== representedUserId(caller))
    throw isComplete ? forbidden("Only the person who began an upload can complete it.") : notFound();
  return { room, upload, isComplete };
}

/**
 * Moves the sent bytes to a key that no URL can write to, and compares them with the announced ones. It may take a while,
 * so it comes before the transaction.
 */
export async function keepUpload({ upload, isComplete }: UploadAccess): Promise<KeptBytes | null> {
  if (isComplete) return null;
  const kept = await fileStorage().keep(upload.storageKey);
  // Nothing was sent, or another completion has just moved it: the row decides.
  if (!kept) return null;
  const isSize = kept.size === upload.size;
  if (isSize && (upload.checksum === null || kept.checksum === upload.checksum)) return kept;
  await removeBytes(kept.storageKey);
  throw isSize
    ? invalid([{ path: "checksum", message: `was announced as ${upload.checksum} but is ${kept.checksum}` }])
    : invalid([{ path: "size", message: `was announced as ${upload.size} bytes but is ${kept.size}` }]);
}

/** A completion that comes second gets the same response, without a second event. */
export async function completeFile(tx: Transaction, { room, upload }: UploadAccess, kept: KeptBytes | null) {
  const { roomId } = room;
  const [completed] = kept
    ? await tx.query(COMPLETE_FILE, [upload.fileId, roomId, kept.storageKey, kept.checksum, now()])
    : [];
  if (completed) {
    recordEvent(tx, room, { type: "file.uploaded", objectId: completed.id, v1Data: null });
    tx.afterCommit(() => void removeBytes(upload.storageKey));
    return completed;
  }
  if (kept) await removeBytes(kept.storageKey);
  const [ready] = await tx.query(READ_COMPLETED_FILE, [upload.fileId, roomId]);
  if (ready) return ready;
  throw kept ? notFound() : invalid([], "Nothing has been uploaded yet. PUT the bytes to uploadUrl first.");
}

/** Bytes that cannot be removed now have no row, or none much longer: the daily job finds them. */
async function removeBytes(storageKey: string): Promise<void> {
  await fileStorage()
    .remove(storageKey)
    .catch((error: unknown) => log().warn({ error }, "bytes of a file could not be removed yet"));
}
