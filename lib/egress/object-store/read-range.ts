import { createHash } from "node:crypto";
import { FILE_STORE_TIMEOUT_MS } from "../../platform/limits";
import type { Bucket } from "./bucket";

const DIGEST_BYTES = 8 * 1024 * 1024;
const TRIES = 3;

export interface ObjectRange {
  position: number;
  length: number;
  timeoutMs?: number;
}

export async function readRange(
  bucket: Bucket,
  key: string,
  { position, length, timeoutMs = FILE_STORE_TIMEOUT_MS }: ObjectRange,
): Promise<Buffer | null> {
  if (length === 0) return Buffer.alloc(0);
  const range = { range: `bytes=${position}-${position + length - 1}` };
  const response = await bucket.ask("GET", bucket.urlOf(key), range, { timeoutMs });
  if (!response.ok) {
    await response.body?.cancel();
    return null;
  }
  if (response.status !== 206) {
    await response.body?.cancel();
    throw bucket.unreachable(new Error("The S3 store does not support ranges."));
  }
  try {
    const bytes = Buffer.from(await response.arrayBuffer());
    return bytes.length === length ? bytes : null;
  } catch (cause) {
    throw bucket.unreachable(cause);
  }
}

export async function readLength(bucket: Bucket, key: string): Promise<number | null> {
  const response = await bucket.ask("HEAD", bucket.urlOf(key));
  return response.ok ? Number(response.headers.get("content-length")) : null;
}

export async function digestObject(bucket: Bucket, key: string, sizeBytes: number): Promise<string | null> {
  if ((await readLength(bucket, key)) !== sizeBytes) return null;
  const digest = createHash("sha256");
  for (let position = 0; position < sizeBytes; position += DIGEST_BYTES) {
    const bytes = await readPatiently(bucket, key, { position, length: Math.min(DIGEST_BYTES, sizeBytes - position) });
    if (bytes === null) return null;
    digest.update(bytes);
  }
  return digest.digest("hex");
}

async function readPatiently(bucket: Bucket, key: string, range: ObjectRange): Promise<Buffer | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readRange(bucket, key, range);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}
