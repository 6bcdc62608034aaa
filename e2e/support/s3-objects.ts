import { createHash, randomUUID } from "node:crypto";

export interface StoredObject {
  bytes: Buffer;
  type: string;
  modifiedAt: Date;
  /** Base64 of its SHA-256, when the request asked for one. */
  checksum: string | null;
}

export type Objects = Map<string, StoredObject>;

/** Uploads in parts that have not ended: no listing of objects shows them. */
export type Uploads = Map<string, { key: string; parts: Map<number, Buffer> }>;

/** A status, and a text or an object's bytes. */
export interface S3Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** Real stores refuse smaller parts; tests may not fill gigabytes. */
const PART_BYTES_MIN = 1_000;

const tagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;
const refuse = (status: number, code: string): S3Answer => ({ status, body: `<Error><Code>${code}</Code></Error>` });

/** The requests of uploads in parts; null: this is none of them. */
export function answerUpload(
  { method, url, key }: { method: string; url: URL; key: string },
  bytes: Buffer,
  { objects, uploads }: { objects: Objects; uploads: Uploads },
): S3Answer | null {
  const query = url.searchParams;
  const [id, number] = [query.get("uploadId"), Number(query.get("partNumber"))];
  if (query.has("uploads")) {
    if (method === "GET") return { status: 200, body: writeUploads(query.get("prefix") ?? "", uploads) };
    const uploadId = randomUUID();
    uploads.set(uploadId, { key, parts: new Map() });
    return { status: 200, body: `<R><UploadId>${uploadId}</UploadId></R>` };
  }
  if (id === null) return null;
  const upload = uploads.get(id);
  if (upload?.key !== key) return refuse(404, "NoSuchUpload");
  if (method === "PUT") {
    upload.parts.set(number, bytes);
    return { status: 200, headers: { etag: tagOf(bytes) } };
  }
  uploads.delete(id);
  if (method === "DELETE") return { status: 204 };
  const parts: Buffer[] = [];
  for (const [, part = "", tag] of bytes.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)) {
    const found = upload.parts.get(Number(part));
    if (found === undefined || tagOf(found) !== tag) return refuse(400, "InvalidPart");
    parts.push(found);
  }
  // As S3 does when it fails after it has begun its response.
  if (parts.slice(0, -1).some(({ length }) => length < PART_BYTES_MIN))
    return { ...refuse(400, "EntityTooSmall"), status: 200 };
  objects.set(key, { bytes: Buffer.concat(parts), type: "", modifiedAt: new Date(), checksum: null });
  return { status: 200, body: "<CompleteMultipartUploadResult/>" };
}

function writeUploads(prefix: string, uploads: Uploads): string {
  const entries = [...uploads]
    .filter(([, { key }]) => key.startsWith(prefix))
    .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
  return `<ListMultipartUploadsResult>${entries.join("")}</ListMultipartUploadsResult>`;
}

/** Pages are small, so that listing needs several. */
export function writeListing(url: URL, objects: Objects, page: number): string {
  const after = url.searchParams.get("continuation-token") ?? "";
  const prefix = url.searchParams.get("prefix") ?? "";
  const keys = [...objects.keys()].sort().filter((key) => key > after && key.startsWith(prefix));
  const entries = keys.slice(0, page).map((key) => {
    const { modifiedAt, bytes } = objects.get(key) as StoredObject;
    const facts = `<LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size>`;
    return `<Contents><Key>${key}</Key>${facts}</Contents>`;
  });
  const next = keys.length > page ? `<NextContinuationToken>${keys[page - 1]}</NextContinuationToken>` : "";
  return `<ListBucketResult>${entries.join("")}${next}</ListBucketResult>`;
}

/** The part that a request names by `Range`. */
export function cutRange(range: string | undefined, bytes: Buffer): { status: number; bytes: Buffer } {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (first === undefined || last === undefined) return { status: 200, bytes };
  if (Number(first) >= bytes.length) return { status: 416, bytes: Buffer.alloc(0) };
  return { status: 206, bytes: bytes.subarray(Number(first), Number(last) + 1) };
}
