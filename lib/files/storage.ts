import { createHash, randomBytes } from "node:crypto";
import type { ByteRange } from "./range";

/**
 * No URL can write to `files/`, where completing an upload moves its bytes. A body still being received is in `incoming/`,
 * so that nothing unfinished passes for an upload.
 */
export type StorageArea = "uploads" | "files" | "incoming";

const STORAGE_KEY = /^(?:uploads|files|incoming)\/[0-9a-f]{48}$/;

/** Keys are random, because no part of them may come from outside. */
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
  checksum: string | null;
}

export interface StoredFile {
  fileId: string;
  storageKey: string;
  fileName: string;
  mimeType: string;
}

export interface MeasuredBytes {
  storageKey: string;
  size: number;
  checksum: string;
}

type Chunks = AsyncIterable<Uint8Array> | Uint8Array[];

export async function measureBytes(storageKey: string, bytes: Chunks): Promise<MeasuredBytes> {
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

export interface FileStorage {
  signUpload(upload: ExpectedUpload, expiresAt: Date): { url: string; headers: Record<string, string> };
  signDownload(file: StoredFile, expiresAt: Date): string;
  complete(uploadKey: string): Promise<MeasuredBytes | null>;
  readPart(storageKey: string, range: ByteRange): Promise<Uint8Array | null>;
  /** A missing key counts as removed. */
  remove(storageKey: string): Promise<void>;
  list(): AsyncIterable<StoredBytes>;
}
