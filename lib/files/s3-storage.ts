import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { type Bucket, type BucketSettings, listObjects, openBucket, readElement } from "../egress/object-store/bucket";
import { readRange } from "../egress/object-store/read-range";
import { presignUrl } from "../egress/object-store/sigv4";
import { now } from "../platform/clock";
import { env } from "../platform/env";
import { FILE_TRANSFER_MAX_MS } from "../platform/limits";
import { describeAttachment } from "./disposition";
import {
  type FileStorage,
  isStorageKey,
  type MeasuredBytes,
  measureBytes,
  newStorageKey,
  type StoredBytes,
} from "./storage";

export function createS3Storage(settings: BucketSettings): FileStorage {
  const bucket = openFileBucket(settings);
  const secondsUntil = (at: Date): number => Math.max(1, Math.floor((at.getTime() - now().getTime()) / 1000));
  return {
    signUpload({ storageKey, size, mimeType, checksum }, expiresAt) {
      const headers = {
        "Content-Type": mimeType,
        ...(checksum === null ? {} : { "x-amz-checksum-sha256": Buffer.from(checksum, "hex").toString("base64") }),
      };
      // Clients set the length; a signed length makes the store refuse any other.
      const signed = { ...headers, "Content-Length": String(size) };
      const request = { method: "PUT", url: bucket.urlOf(storageKey), headers: signed };
      return { url: presignUrl(request, secondsUntil(expiresAt), settings, now()), headers };
    },

    signDownload({ storageKey, fileName, mimeType }, expiresAt) {
      const url = bucket.urlOf(storageKey);
      url.searchParams.set("response-cache-control", "private, no-store");
      url.searchParams.set("response-content-disposition", describeAttachment(fileName));
      url.searchParams.set("response-content-type", mimeType);
      return presignUrl({ method: "GET", url, headers: {} }, secondsUntil(expiresAt), settings, now());
    },

    complete: (uploadKey) => moveCopy(bucket, uploadKey),

    readPart: (storageKey, { start, end }) =>
      readRange(bucket, storageKey, { position: start, length: end - start + 1 }),

    async remove(storageKey) {
      await bucket.ask("DELETE", bucket.urlOf(storageKey));
    },

    list: () => listBucket(bucket),
  };
}

function openFileBucket(settings: BucketSettings): Bucket {
  const bucket = openBucket(settings, "the file storage");
  return {
    ...bucket,
    urlOf(storageKey) {
      if (!isStorageKey(storageKey)) throw new Error("This is not a storage key.");
      return bucket.urlOf(storageKey);
    },
  };
}

async function moveCopy(bucket: Bucket, uploadKey: string): Promise<MeasuredBytes | null> {
  const storageKey = newStorageKey("files");
  const copy = await bucket.ask("PUT", bucket.urlOf(storageKey), {
    "x-amz-checksum-algorithm": "SHA256",
    "x-amz-copy-source": `/${bucket.name}/${uploadKey}`,
  });
  // S3 may begin its response before the copy is done and fail later, so it is read to the end.
  const answer = await copy.text();
  if (!copy.ok) return null;
  const measured = await measure(bucket, storageKey);
  if (measured) return measured;
  throw bucket.unreachable(new Error(`CopyObject: ${readElement(answer, "Code") ?? "the copy is not there"}`));
}

/** S3 computes a digest while copying. Other stores need all bytes to be read. */
async function measure(bucket: Bucket, storageKey: string): Promise<MeasuredBytes | null> {
  const url = bucket.urlOf(storageKey);
  const head = await bucket.ask("HEAD", url, { "x-amz-checksum-mode": "ENABLED" });
  if (!head.ok) return null;
  const given = head.headers.get("x-amz-checksum-sha256") ?? "";
  if (/^[A-Za-z0-9+/]{43}=$/.test(given)) {
    const size = Number(head.headers.get("content-length"));
    return { storageKey, size, checksum: Buffer.from(given, "base64").toString("hex") };
  }
  const whole = await bucket.ask("GET", url, {}, { timeoutMs: FILE_TRANSFER_MAX_MS });
  return measureBytes(storageKey, whole.body ?? []);
}

async function* listBucket(bucket: Bucket): AsyncGenerator<StoredBytes> {
  for await (const { key: storageKey, modifiedAt } of listObjects(bucket))
    if (isStorageKey(storageKey) && !Number.isNaN(modifiedAt.getTime())) yield { storageKey, modifiedAt };
}

interface BucketFiles {
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
