import { type FileHandle, open } from "node:fs/promises";
import { sha256 } from "../../platform/crypto";
import { FILE_TRANSFER_MAX_MS } from "../../platform/limits";
import { type Bucket, readElement, readElements } from "./bucket";

/** S3 takes 10,000 parts of at least 5 MiB. */
const PARTS_MAX = 9_000;
const PART_BYTES = 16 * 1024 * 1024;
const PART_TRIES = 3;

export async function sendFile(bucket: Bucket, key: string, path: string, partBytes = PART_BYTES): Promise<void> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const length = Math.max(partBytes, Math.ceil(size / PARTS_MAX));
    if (size <= length) await sendPart(bucket, bucket.urlOf(key), await readPart(file, 0, size));
    else await sendParts(bucket, key, { file, size, length });
  } finally {
    await file.close();
  }
}

interface Source {
  file: FileHandle;
  size: number;
  length: number;
}

async function sendParts(bucket: Bucket, key: string, { file, size, length }: Source): Promise<void> {
  const begun = await bucket.ask("POST", withQuery(bucket, key, { uploads: "" }));
  const uploadId = readElement(await begun.text(), "UploadId");
  if (!begun.ok || uploadId === undefined)
    throw bucket.unreachable(new Error("The S3 store did not start the upload."));
  try {
    const parts: string[] = [];
    for (let offset = 0, number = 1; offset < size; offset += length, number += 1) {
      const bytes = await readPart(file, offset, Math.min(length, size - offset));
      const tag = await sendPart(bucket, withQuery(bucket, key, { partNumber: String(number), uploadId }), bytes);
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`);
    }
    const list = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
    const body = { bytes: list, checksum: sha256(list).toString("hex") };
    const options = { timeoutMs: FILE_TRANSFER_MAX_MS, body };
    const completed = await bucket.ask("POST", withQuery(bucket, key, { uploadId }), {}, options);
    // S3 may respond 200 before it has joined the parts, and then fail.
    const code = readElement(await completed.text(), "Code");
    if (!completed.ok || code !== undefined) throw bucket.unreachable(new Error(`CompleteMultipartUpload: ${code}`));
  } catch (error) {
    await abort(bucket, key, uploadId).catch(() => undefined);
    throw error;
  }
}

async function sendPart(bucket: Bucket, url: URL, bytes: Buffer): Promise<string> {
  const body = { bytes, checksum: sha256(bytes).toString("hex") };
  const headers = { "content-length": String(bytes.length), "content-type": "application/octet-stream" };
  for (let tries = 1; ; tries += 1) {
    const sent = await bucket
      .ask("PUT", url, headers, { timeoutMs: FILE_TRANSFER_MAX_MS, body })
      .catch((error: unknown) => {
        if (tries === PART_TRIES) throw error;
        return null;
      });
    if (sent === null) continue;
    await sent.body?.cancel();
    if (!sent.ok) throw bucket.unreachable(new Error(`The S3 store answered PUT with ${sent.status}.`));
    return sent.headers.get("etag") ?? "";
  }
}

async function readPart(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new Error("A file became shorter while it was sent.");
  return buffer;
}

function withQuery(bucket: Bucket, key: string, query: Record<string, string>): URL {
  const url = bucket.urlOf(key);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function abort(bucket: Bucket, key: string, uploadId: string): Promise<void> {
  await bucket.ask("DELETE", withQuery(bucket, key, { uploadId }));
}

/** No listing shows the parts of a killed process, and they cost money until they are aborted. */
export async function abortUploads(bucket: Bucket, key: string): Promise<void> {
  const url = new URL(bucket.url);
  url.searchParams.set("uploads", "");
  url.searchParams.set("prefix", key);
  const listed = await bucket.ask("GET", url);
  for (const upload of readElements(await listed.text(), "Upload")) {
    const uploadId = readElement(upload, "UploadId");
    if (readElement(upload, "Key") === key && uploadId !== undefined) await abort(bucket, key, uploadId);
  }
}
