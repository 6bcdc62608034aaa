import type { RoomAccess } from "../access/open-room";
import { now } from "../platform/clock";
import { query } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { FILE_UPLOAD_RETENTION_MS } from "../platform/limits";
import { FIND_FILE, FIND_TRANSFERRED_FILE } from "./files.sql";
import type { ExpectedUpload, StoredFile } from "./storage";

export interface FoundFile extends ExpectedUpload, StoredFile {
  state: "UPLOADING" | "READY";
  uploadedById: string;
}

const lastRetained = () => new Date(now().getTime() - FILE_UPLOAD_RETENTION_MS);

export async function findFile({ roomId }: RoomAccess, fileId: string): Promise<FoundFile> {
  const [file] = isId("file", fileId) ? await query(FIND_FILE, [fileId, lastRetained(), roomId]) : [];
  if (!file) throw notFound();
  return file;
}

/** For the bearer of a signed URL, which is given only to callers with access. */
export async function findTransferred(fileId: string): Promise<FoundFile> {
  const [file] = await query(FIND_TRANSFERRED_FILE, [fileId, lastRetained()]);
  if (!file) throw notFound();
  return file;
}
