import { now } from "../platform/clock";
import { sha256 } from "../platform/crypto";
import { type AppError, unavailable } from "../platform/errors";
import { FILE_STORE_TIMEOUT_MS, FILE_TRANSFER_MAX_MS } from "../platform/limits";
import { log } from "../platform/log";
import { describeAttachment } from "./disposition";
import { presignUrl, type SigningKey, signHeaders } from "./sigv4";
import {
  type FileStorage,
  isStorageKey,
  type KeptBytes,
  measureBytes,
  newStorageKey,
  type StoredBytes,
} from "./storage";

export interface S3Settings extends SigningKey {
  endpoint: string;
  bucket: string;
}

const EMPTY_SHA256 = sha256("").toString("hex");

/** Clients upload and download by signed URLs, past this service, which copies, measures, lists and removes. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const bucket = openBucket(settings);
  const secondsUntil = (at: Date): number => Math.max(1, Math.floor((at.getTime() - now().getTime()) / 1000));
  return {
    signUpload({ storageKey, size, mimeType, checksum }, expiresAt) {
      const headers = {
        "Content-Type": mimeType,
        ...(checksum === null ? {} : { "x-amz-checksum-sha256": Buffer.from(checksum, "hex").toString("base64") }),
      };
      // Clients set the length by themselves; signed, the store takes no other.
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

    keep: (uploadKey) => copyAway(bucket, uploadKey),

    async remove(storageKey) {
      await bucket.ask("DELETE", bucket.urlOf(storageKey));
    },

    list: () => listBucket(bucket),
  };
}

export type Bucket = ReturnType<typeof openBucket>;

export function openBucket(settings: S3Settings) {
  const url = `${settings.endpoint.replace(/\/+$/, "")}/${settings.bucket}`;
  return {
    url,
    name: settings.bucket,
    urlOf(storageKey: string): URL {
      if (!isStorageKey(storageKey)) throw new Error("This is not a storage key.");
      return new URL(`${url}/${storageKey}`);
    },
    async ask(method: string, target: URL, headers: Record<string, string> = {}, { timeoutMs, body }: Asked = {}) {
      const signed = signHeaders({ method, url: target, headers }, body?.checksum ?? EMPTY_SHA256, settings, now());
      const signal = AbortSignal.timeout(timeoutMs ?? FILE_STORE_TIMEOUT_MS);
      const sent = body ? { body: body.bytes as unknown as BodyInit, duplex: "half" as const } : {};
      try {
        const response = await fetch(target, { method, headers: signed, redirect: "manual", signal, ...sent });
        if (response.ok || response.status === 404) return response;
        await response.body?.cancel();
        throw new Error(`The S3 store answered ${method} with ${response.status}.`);
      } catch (cause) {
        throw unreachable(cause);
      }
    },
  };
}

interface Asked {
  timeoutMs?: number;
  /** Sent as it comes; the store is told its SHA-256 in hex before. */
  body?: { bytes: AsyncIterable<Uint8Array> | Uint8Array; checksum: string };
}

function unreachable(cause: unknown): AppError {
  log().error({ error: cause }, "the file storage cannot be reached");
  return unavailable("the file storage", cause);
}

async function copyAway(bucket: Bucket, uploadKey: string): Promise<KeptBytes | null> {
  const storageKey = newStorageKey("files");
  const copy = await bucket.ask("PUT", bucket.urlOf(storageKey), {
    "x-amz-checksum-algorithm": "SHA256",
    "x-amz-copy-source": `/${bucket.name}/${uploadKey}`,
  });
  // S3 may begin its response before the copy is done, and fail after that: read it to the end, then look for the copy.
  const answer = await copy.text();
  if (!copy.ok) return null;
  const kept = await measure(bucket, storageKey);
  if (kept) return kept;
  throw unreachable(new Error(`CopyObject: ${readElement(answer, "Code") ?? "the copy is not there"}`));
}

/** The store's own digest where it has one (S3 makes it while copying), else ours, over all of the bytes. */
async function measure(bucket: Bucket, storageKey: string): Promise<KeptBytes | null> {
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

export async function* listBucket(bucket: Bucket): AsyncGenerator<StoredBytes> {
  let token: string | undefined;
  do {
    const url = new URL(bucket.url);
    url.searchParams.set("list-type", "2");
    if (token !== undefined) url.searchParams.set("continuation-token", token);
    const page = await bucket.ask("GET", url);
    if (!page.ok) throw unreachable(new Error("There is no such bucket."));
    const xml = await page.text();
    yield* readListing(xml);
    token = readElement(xml, "NextContinuationToken");
  } while (token !== undefined);
}

/** Our keys need no XML escapes. Other objects in the bucket are left alone. */
function* readListing(xml: string): Generator<StoredBytes> {
  for (const [, entry = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const storageKey = readElement(entry, "Key") ?? "";
    const modifiedAt = new Date(readElement(entry, "LastModified") ?? Number.NaN);
    if (isStorageKey(storageKey) && !Number.isNaN(modifiedAt.getTime())) yield { storageKey, modifiedAt };
  }
}

function readElement(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
}
