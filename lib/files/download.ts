import type { Caller } from "../access/caller";
import { openRoom, type RoomAccess } from "../access/open-room";
import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { FILE_URL_LIFETIME_MS } from "../platform/limits";
import type { FileDownload, FileSummary } from "./file";
import { READ_COMPLETED_FILE } from "./files.sql";
import { type FoundFile, findFile } from "./find";
import { fileStorage } from "./open-storage";

export interface FileAccess {
  room: RoomAccess;
  file: FoundFile;
}

export async function openFile(caller: Caller, params: { roomId: string; fileId: string }): Promise<FileAccess> {
  const room = await openRoom(caller, params);
  const file = await findFile(room, params.fileId);
  if (file.state !== "READY") throw notFound();
  return { room, file };
}

export async function openFileSummary(
  caller: Caller,
  params: { roomId: string; fileId: string },
): Promise<FileSummary> {
  const { roomId } = await openRoom(caller, params);
  const { fileId } = params;
  const [file] = isId("file", fileId) ? await query(READ_COMPLETED_FILE, { fileId, roomId }) : [];
  if (!file) throw notFound();
  return file;
}

export function signDownload({ file }: FileAccess): FileDownload {
  const expiresAt = new Date(now().getTime() + FILE_URL_LIFETIME_MS);
  return { url: fileStorage().signDownload(file, expiresAt), expiresAt: expiresAt.toISOString() };
}
