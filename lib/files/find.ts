import type { RoomAccess } from "../access/open-room";
import { now } from "../platform/clock";
import { sql } from "../platform/db";
import { notFound } from "../platform/errors";
import { isId } from "../platform/ids";
import { FILE_UPLOAD_RETENTION_MS } from "../platform/limits";
import type { ExpectedUpload, StoredFile } from "./storage";

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

export async function findFile({ roomId }: RoomAccess, fileId: string): Promise<FoundFile> {
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
