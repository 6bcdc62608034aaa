import { createHash, randomBytes } from "node:crypto";
import type { ByteRange } from "./range";

/**
 * Bytes are sent to `uploads/…`, and completing an upload moves them to `files/…`, which no URL can write to. A body that
 * is still being received is in `incoming/…`, so that nothing unfinished is taken for an upload.
 */
export type StorageArea = "uploads" | "files" | "incoming";

const STORAGE_KEY = /^(?:uploads|files|incoming)\/[0-9a-f]{48}$/;

/** Random: no part of a key comes from outside. */
export function newStorageKey(area: StorageArea): string {
  return `${area}/${randomBytes(24).toString("hex")}`;
}

export function isStorageKey(key: string): boolean {
  return STORAGE_KEY.test(key);
}

export interface ExpectedUpload {
  fileId: string;
  storageKey: string;
  size: number;
  mimeType: string;
  /** SHA-256 in hex, where the uploader announced it. */
  checksum: string | null;
}

export interface StoredFile {
  fileId: string;
  storageKey: string;
  fileName: string;
  mimeType: string;
}

export interface KeptBytes {
  storageKey: string;
  size: number;
  checksum: string;
}

type Chunks = AsyncIterable<Uint8Array> | Uint8Array[];

export async function measureBytes(storageKey: string, bytes: Chunks): Promise<KeptBytes> {
  const digest = createHash("sha256");
  let size = 0;
  for await (const chunk of bytes) {
    digest.update(chunk);
    size += chunk.length;
  }
  return { storageKey, size, checksum: digest.digest("hex") };
}

export interface StoredBytes {
  storageKey: string;
  modifiedAt: Date;
}

/** The bytes of files: on this machine's disk or in an S3-compatible store. */
export interface FileStorage {
  signUpload(upload: ExpectedUpload, expiresAt: Date): { url: string; headers: Record<string, string> };
  signDownload(file: StoredFile, expiresAt: Date): string;
  /** Moves sent bytes to a new key that no URL can write to, and measures them there. null: nothing was sent. */
  keep(uploadKey: string): Promise<KeptBytes | null>;
  /** A part of a complete file that fits into memory. null: the bytes are not there. */
  readPart(storageKey: string, range: ByteRange): Promise<Uint8Array | null>;
  /** A missing key counts as removed. */
  remove(storageKey: string): Promise<void>;
  list(): AsyncIterable<StoredBytes>;
}
