import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, link, mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import type { ByteRange } from "./range";
import {
  type ExpectedUpload,
  type FileStorage,
  isStorageKey,
  measureBytes,
  newStorageKey,
  type StorageArea,
  type StoredBytes,
} from "./storage";
import { type TicketPurpose, writeTicket } from "./ticket";

export type Receipt = "stored" | "too_short" | "too_long" | "wrong_checksum";

export interface DiskStorage extends FileStorage {
  /** Nothing is visible until the whole body has arrived and matches the announcement. */
  receive(upload: ExpectedUpload, body: AsyncIterable<Uint8Array>): Promise<Receipt>;
  read(storageKey: string, range: ByteRange): Promise<Readable>;
}

const AREAS: readonly StorageArea[] = ["uploads", "files", "incoming"];

export function createDiskStorage(dataDir: string, baseUrl: string): DiskStorage {
  const root = resolve(dataDir, "files");
  const pathOf = (storageKey: string): string => {
    if (!isStorageKey(storageKey)) throw new Error("This is not a storage key.");
    return join(root, storageKey);
  };
  const signUrl = (purpose: TicketPurpose, fileId: string, expiresAt: Date): string =>
    `${baseUrl}/files/${purpose}/${writeTicket(purpose, fileId, expiresAt)}`;

  return {
    signUpload: ({ fileId, mimeType }, expiresAt) => ({
      url: signUrl("upload", fileId, expiresAt),
      headers: { "Content-Type": mimeType },
    }),
    signDownload: ({ fileId }, expiresAt) => signUrl("download", fileId, expiresAt),

    async receive(upload, body) {
      const path = pathOf(upload.storageKey);
      await makeFolders(root);
      const temporary = pathOf(newStorageKey("incoming"));
      try {
        const receipt = await writeWhole(temporary, upload, body);
        if (receipt === "stored") {
          await rename(temporary, path);
          await syncFolder(join(root, "uploads"));
        }
        return receipt;
      } finally {
        await rm(temporary, { force: true });
      }
    },

    async complete(uploadKey) {
      const storageKey = newStorageKey("files");
      await makeFolders(root);
      try {
        // The bytes get a second name: a later upload replaces the first one only.
        await link(pathOf(uploadKey), pathOf(storageKey));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
      await syncFolder(join(root, "files"));
      return measureBytes(storageKey, createReadStream(pathOf(storageKey), { highWaterMark: 256 * 1024 }));
    },

    readPart: (storageKey, range) => readPart(pathOf(storageKey), range),

    remove: (storageKey) => rm(pathOf(storageKey), { force: true }),

    async read(storageKey, { start, end }) {
      const handle = await open(pathOf(storageKey), "r");
      return handle.createReadStream({ start, end });
    },

    list: () => listFolders(root),
  };
}

async function readPart(path: string, { start, end }: ByteRange): Promise<Uint8Array | null> {
  const handle = await open(path, "r").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start + 1), 0, end - start + 1, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function makeFolders(root: string): Promise<void> {
  for (const folder of AREAS) await mkdir(join(root, folder), { recursive: true, mode: 0o700 });
}

async function writeWhole(path: string, { size, checksum }: ExpectedUpload, body: AsyncIterable<Uint8Array>) {
  const handle = await open(path, "wx", 0o600);
  try {
    const digest = createHash("sha256");
    let received = 0;
    // Leaving a `for await` loop would end the connection before the response is sent.
    for (const chunks = body[Symbol.asyncIterator](); ; ) {
      const { done, value } = await chunks.next();
      if (done) break;
      received += value.length;
      if (received > size) return "too_long";
      digest.update(value);
      await handle.writeFile(value);
    }
    if (received < size) return "too_short";
    if (checksum !== null && digest.digest("hex") !== checksum) return "wrong_checksum";
    await handle.sync();
    return "stored";
  } finally {
    await handle.close();
  }
}

/** A new name is durable only after its folder is synced. Windows cannot open folders and does not need it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle: FileHandle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* listFolders(root: string): AsyncGenerator<StoredBytes> {
  for (const area of AREAS) {
    const folder = join(root, area);
    const entries = await opendir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for await (const { name } of entries) {
      const storageKey = `${area}/${name}`;
      if (!isStorageKey(storageKey)) continue;
      const facts = await stat(join(root, storageKey)).catch(() => null);
      if (facts) yield { storageKey, modifiedAt: facts.mtime };
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
