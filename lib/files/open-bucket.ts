import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Bucket } from "../egress/object-store/bucket";
import { env } from "../platform/env";
import { FILE_TRANSFER_MAX_MS } from "../platform/limits";
import { listBucket, openFileBucket } from "./s3-storage";

export interface BucketFiles {
  list(): AsyncIterable<string>;
  read(storageKey: string): Promise<Readable | null>;
  write(storageKey: string, bytes: AsyncIterable<Uint8Array>, facts: { size: number; checksum: string }): Promise<void>;
}

const PATIENT = { timeoutMs: FILE_TRANSFER_MAX_MS };

export function openBucketFiles(): BucketFiles {
  const settings = env();
  const { SVC_FILES_S3_ENDPOINT: endpoint = "", SVC_FILES_S3_REGION: region = "" } = settings;
  const { SVC_FILES_S3_BUCKET: bucket = "", SVC_FILES_S3_ACCESS_KEY_ID: accessKeyId = "" } = settings;
  const { SVC_FILES_S3_SECRET_ACCESS_KEY: secretAccessKey = "" } = settings;
  return serveBucket(openFileBucket({ endpoint, region, bucket, accessKeyId, secretAccessKey }));
}

function serveBucket(bucket: Bucket): BucketFiles {
  return {
    async *list() {
      for await (const { storageKey } of listBucket(bucket)) yield storageKey;
    },
    async read(storageKey) {
      const response = await bucket.ask("GET", bucket.urlOf(storageKey), {}, PATIENT);
      if (response.status === 404) return null;
      return Readable.fromWeb((response.body ?? new Blob([]).stream()) as ReadableStream<Uint8Array>);
    },
    async write(storageKey, bytes, { size, checksum }) {
      const headers = { "content-length": String(size), "content-type": "application/octet-stream" };
      // The store would take the end of an empty stream for the beginning of the next request.
      const body = { bytes: size === 0 ? new Uint8Array() : bytes, checksum };
      await bucket.ask("PUT", bucket.urlOf(storageKey), headers, { ...PATIENT, body });
    },
  };
}
