import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { type BucketSettings, listObjects, openBucket } from "../../../egress/object-store/bucket";
import { digestObject, readLength, readRange } from "../../../egress/object-store/read-range";
import { abortUploads, sendFile } from "../../../egress/object-store/send-file";
import { type ArchiveStore, BrokenArchive } from "./archive-store";

const NAMES = "audit-";

/** A page waits for this read, so a hanging bucket must fail before the reader gives up. */
const READ_TIMEOUT_MS = 10_000;
const BYTES_A_MS = 1_000;

export interface ArchiveBucketSettings extends BucketSettings {
  prefix: string;
  workFolder: string;
  partBytes?: number;
}

export function openArchiveBucket({ prefix, workFolder, partBytes, ...settings }: ArchiveBucketSettings): ArchiveStore {
  const bucket = openBucket(settings, "the archive of the audit log");
  const keyOf = (name: string) => prefix + name;
  return {
    workFolder,
    async open(name) {
      const key = keyOf(name);
      return {
        async read(position, length) {
          const bytes = await readRange(bucket, key, {
            position,
            length,
            timeoutMs: READ_TIMEOUT_MS + Math.ceil(length / BYTES_A_MS),
          });
          if (bytes === null) throw new BrokenArchive("The file is missing or truncated.");
          return bytes;
        },
        async size() {
          const length = await readLength(bucket, key);
          if (length === null) throw new BrokenArchive("The file is missing.");
          return length;
        },
        close: () => Promise.resolve(),
      };
    },

    async save(path, name) {
      const key = keyOf(name);
      await sendFile(bucket, key, path, partBytes);
      // PostgreSQL drops the rows after this, so compare what the store returns with what was sent.
      const { size } = await stat(path);
      if ((await digestObject(bucket, key, size)) !== (await digestFile(path)))
        throw new BrokenArchive(`${name} does not come back from the S3 store as it was sent.`);
      await rm(path);
    },

    async remove(name) {
      await bucket.ask("DELETE", bucket.urlOf(keyOf(name)));
      await abortUploads(bucket, keyOf(name));
    },

    async listSizes(names) {
      const wanted = new Set(names);
      const sizes = new Map<string, number>();
      if (wanted.size === 0) return sizes;
      for await (const { key, sizeBytes } of listObjects(bucket, keyOf(NAMES))) {
        const name = key.slice(prefix.length);
        if (wanted.has(name)) sizes.set(name, sizeBytes);
      }
      return sizes;
    },
  };
}

async function digestFile(path: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return digest.digest("hex");
}
