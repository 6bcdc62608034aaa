import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AwsV4Signer } from "aws4fetch";
import { serveBodies } from "./loopback";

interface StoredObject {
  bytes: Buffer;
  type: string;
  modifiedAt: Date;
  /** Base64 of its SHA-256, when the request asked for one. */
  checksum: string | null;
}

type Objects = Map<string, StoredObject>;

/** Uploads in parts that have not ended: no listing of objects shows them. */
type Uploads = Map<string, { key: string; parts: Map<number, Buffer> }>;

/** A status, and a text or an object's bytes. */
interface S3Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** Real stores refuse smaller parts; tests may not fill gigabytes. */
const PART_BYTES_MIN = 1_000;

const tagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;
const refuse = (status: number, code: string): S3Answer => ({ status, body: `<Error><Code>${code}</Code></Error>` });

/** The requests of uploads in parts; null: this is none of them. */
function answerUpload(
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
  // S3 does this when it fails after it has begun its response.
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
function writeListing(url: URL, objects: Objects, page: number): string {
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
function cutRange(range: string | undefined, bytes: Buffer): { status: number; bytes: Buffer } {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (first === undefined || last === undefined) return { status: 200, bytes };
  if (Number(first) >= bytes.length) return { status: 416, bytes: Buffer.alloc(0) };
  return { status: 206, bytes: bytes.subarray(Number(first), Number(last) + 1) };
}

const KEY = { accessKeyId: "AKIDTEST", secretAccessKey: "not/a+secret" };
const REGION = "eu-test-1";
const BUCKET = "svc-files";
const PAGE = 2;

export interface S3Server {
  readonly variables: Record<string, string>;
  readonly objects: Objects;
  readonly uploads: Uploads;
  /** Requests that came, as `GET key`. */
  readonly requests: string[];
  /** Runs before a request is answered; a number is its answer. */
  before: (request: string) => unknown;
  /** Behaves like an old store: copies have no checksum. */
  knowsChecksums: boolean;
  close(): Promise<void>;
}

/** The same variables for the archive of the audit log, under a prefix of the same bucket. */
export function archiveVariables({ variables }: S3Server, prefix: string): Record<string, string> {
  const renamed = Object.entries(variables).map(([name, value]) => [name.replace("_FILES_", "_ARCHIVE_"), value]);
  return { ...(Object.fromEntries(renamed) as Record<string, string>), SVC_ARCHIVE_S3_PREFIX: prefix };
}

/**
 * S3 as far as the service needs it, on loopback, in memory. Every request must be signed: `aws4fetch` signs it again,
 * and the two signatures must be equal. Signed lengths, types and checksums are enforced, and URLs expire.
 */
export async function startS3Server(): Promise<S3Server> {
  const { url, close } = await serveBodies((body, request, response) =>
    answer(request, response, s3, body).catch(() => response.writeHead(500).end()),
  );
  const s3: S3Server = {
    variables: {
      SVC_FILES_S3_ENDPOINT: url,
      SVC_FILES_S3_REGION: REGION,
      SVC_FILES_S3_BUCKET: BUCKET,
      SVC_FILES_S3_ACCESS_KEY_ID: KEY.accessKeyId,
      SVC_FILES_S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
    },
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    before: () => undefined,
    knowsChecksums: true,
    close,
  };
  return s3;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64");

async function answer(request: IncomingMessage, response: ServerResponse, s3: S3Server, bytes: Buffer): Promise<void> {
  const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
  const [, bucket, ...rest] = url.pathname.split("/");
  const key = rest.join("/");
  const refuse = (status: number, code: string) =>
    void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  if (!(await isSigned(request, url))) return refuse(403, "SignatureDoesNotMatch");
  const announced = request.headers["x-amz-content-sha256"];
  if (announced !== undefined && announced !== createHash("sha256").update(bytes).digest("hex"))
    return refuse(400, "XAmzContentSHA256Mismatch");
  if (bucket !== BUCKET) return refuse(404, "NoSuchBucket");
  const { method = "GET" } = request;
  s3.requests.push(`${method} ${key}`);
  const instead = await s3.before(`${method} ${key}${url.search}`);
  if (typeof instead === "number") return refuse(instead, "SlowDown");
  const upload = answerUpload({ method, url, key }, bytes, s3);
  if (upload) return void response.writeHead(upload.status, upload.headers).end(upload.body);
  if (key === "") return void response.end(writeListing(url, s3.objects, PAGE));
  const found = s3.objects.get(key);
  if (request.method === "DELETE") {
    s3.objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (request.method === "PUT") {
    const stored = readPut(request, bytes, s3);
    if (typeof stored === "string") return refuse(stored === "NoSuchKey" ? 404 : 400, stored);
    s3.objects.set(key, stored);
    return void response.end("<CopyObjectResult/>");
  }
  if (!found) return refuse(404, "NoSuchKey");
  sendObject(request, response, url, found);
}

function readPut({ headers }: IncomingMessage, bytes: Buffer, s3: S3Server): StoredObject | string {
  const source = headers["x-amz-copy-source"];
  if (typeof source === "string") {
    const original = s3.objects.get(source.slice(`/${BUCKET}/`.length));
    const wantsChecksum = s3.knowsChecksums && headers["x-amz-checksum-algorithm"] === "SHA256";
    if (!original) return "NoSuchKey";
    return { ...original, modifiedAt: new Date(), checksum: wantsChecksum ? sha256(original.bytes) : null };
  }
  const given = headers["x-amz-checksum-sha256"];
  if (given !== undefined && given !== sha256(bytes)) return "BadDigest";
  return { bytes, type: headers["content-type"] ?? "", modifiedAt: new Date(), checksum: null };
}

function sendObject(request: IncomingMessage, response: ServerResponse, url: URL, found: StoredObject): void {
  const override = (name: string) => url.searchParams.get(`response-${name}`);
  const checksum = request.headers["x-amz-checksum-mode"] === "ENABLED" ? found.checksum : null;
  const { status, bytes } = cutRange(request.headers.range, found.bytes);
  response.writeHead(status, {
    "content-length": bytes.length,
    "content-type": override("content-type") ?? found.type,
    ...(override("content-disposition") ? { "content-disposition": override("content-disposition") ?? "" } : {}),
    ...(checksum ? { "x-amz-checksum-sha256": checksum } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

async function isSigned(request: IncomingMessage, url: URL): Promise<boolean> {
  const query = url.searchParams;
  const isPresigned = query.has("X-Amz-Signature");
  const authorization = request.headers.authorization ?? "";
  const given = isPresigned ? query.get("X-Amz-Signature") : /Signature=(\w+)/.exec(authorization)?.[1];
  const names = isPresigned ? query.get("X-Amz-SignedHeaders") : /SignedHeaders=([^,]+)/.exec(authorization)?.[1];
  const datetime = isPresigned ? query.get("X-Amz-Date") : String(request.headers["x-amz-date"]);
  if (!given || !names || !datetime || isPastDue(datetime, Number(query.get("X-Amz-Expires") ?? 900))) return false;
  const headers: Record<string, string> = {};
  for (const name of names.split(";")) if (name !== "host") headers[name] = String(request.headers[name] ?? "");
  const unsigned = new URL(url);
  unsigned.searchParams.delete("X-Amz-Signature");
  const signer = new AwsV4Signer({
    method: request.method ?? "GET",
    url: unsigned.href,
    headers,
    ...KEY,
    service: "s3",
    region: REGION,
    datetime,
    signQuery: isPresigned,
    allHeaders: true,
  });
  return (await signer.signature()) === given;
}

/** 20260609T083000Z */
function isPastDue(datetime: string, seconds: number): boolean {
  const iso = datetime.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  return !(Date.now() <= Date.parse(iso) + seconds * 1000);
}
