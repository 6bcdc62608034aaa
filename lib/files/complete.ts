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
import type { ExpectedUpload, MeasuredBytes } from "./storage";

export interface UploadAccess {
  room: RoomAccess;
  upload: ExpectedUpload;
  isComplete: boolean;
}

export async function openUpload(caller: Caller, params: { roomId: string; fileId: string }): Promise<UploadAccess> {
  const room = await openRoomToWrite(caller, params);
  const upload = await findFile(room, params.fileId);
  const isComplete = upload.state === "READY";
  if (upload.uploadedById !== representedUserId(caller))
    throw isComplete ? forbidden("Only the person who began an upload can complete it.") : notFound();
  return { room, upload, isComplete };
}

/** Moving and comparing the bytes may take a while, so it runs before the transaction. */
export async function storeUpload({ upload, isComplete }: UploadAccess): Promise<MeasuredBytes | null> {
  if (isComplete) return null;
  const measured = await fileStorage().complete(upload.storageKey);
  // Nothing was sent, or another completion has just moved the bytes: the row decides.
  if (!measured) return null;
  const isSize = measured.size === upload.size;
  if (isSize && (upload.checksum === null || measured.checksum === upload.checksum)) return measured;
  await removeBytes(measured.storageKey);
  throw isSize
    ? invalid([{ path: "checksum", message: `was announced as ${upload.checksum} but is ${measured.checksum}` }])
    : invalid([{ path: "size", message: `was announced as ${upload.size} bytes but is ${measured.size}` }]);
}

export async function completeFile(tx: Transaction, { room, upload }: UploadAccess, measured: MeasuredBytes | null) {
  const { roomId } = room;
  const [completed] = measured
    ? await tx.query(COMPLETE_FILE, {
        fileId: upload.fileId,
        roomId,
        storageKey: measured.storageKey,
        checksum: measured.checksum,
        now: now(),
      })
    : [];
  if (completed) {
    recordEvent(tx, room, { type: "file.uploaded", objectId: completed.id, v1Data: null });
    tx.afterCommit(() => void removeBytes(upload.storageKey));
    return completed;
  }
  if (measured) await removeBytes(measured.storageKey);
  const [ready] = await tx.query(READ_COMPLETED_FILE, { fileId: upload.fileId, roomId });
  if (ready) return ready;
  throw measured ? notFound() : invalid([], "Nothing has been uploaded yet. PUT the bytes to uploadUrl first.");
}

async function removeBytes(storageKey: string): Promise<void> {
  await fileStorage()
    .remove(storageKey)
    .catch((error: unknown) => log().warn({ error }, "bytes of a file could not be removed yet"));
}
