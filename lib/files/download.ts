import type { Caller } from "../access/caller";
import { openRoom, type RoomAccess } from "../access/open-room";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { FILE_URL_LIFETIME_MS } from "../platform/limits";
import type { FileDownload } from "./file";
import { findFile } from "./find";
import { fileStorage } from "./open-storage";
import type { StoredFile } from "./storage";

/** A file of a room whose bytes are there. */
export interface FileAccess {
  room: RoomAccess;
  file: StoredFile;
}

export async function openFile(caller: Caller, params: { roomId: string; fileId: string }): Promise<FileAccess> {
  const room = await openRoom(caller, params);
  const file = await findFile(room, params.fileId);
  if (file.state !== "READY") throw notFound();
  return { room, file };
}

export function signDownload({ file }: FileAccess): FileDownload {
  const expiresAt = new Date(now().getTime() + FILE_URL_LIFETIME_MS);
  return { url: fileStorage().signDownload(file, expiresAt), expiresAt: expiresAt.toISOString() };
}
