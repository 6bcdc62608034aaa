import { Readable } from "node:stream";
import { beginCall, type Call } from "../../api/call";
import { allowAnyOrigin, describeMethods } from "../../api/cors";
import { refuseOversized } from "../../api/decode";
import { describeFailure, HttpError, methodNotAllowed, tooLarge } from "../../api/errors";
import type { ApiRequest, ApiResponse } from "../../api/request";
import { respondFailure } from "../../api/respond";
import { now } from "../../platform/clock";
import { AppError, type ErrorCode, forbidden, notFound } from "../../platform/errors";
import { FILE_PUTS_AT_ONCE, FILE_TRANSFER_IDLE_MS, FILE_TRANSFER_MAX_MS } from "../../platform/limits";
import { log } from "../../platform/log";
import { shared } from "../../platform/shared";
import type { DiskStorage } from "../disk-storage";
import { BYTES_POLICY, describeAttachment } from "../disposition";
import { type FoundFile, findFile } from "../find";
import { diskStorage } from "../open-storage";
import { type ByteRange, readRange } from "../range";
import { openTicket, type TicketPurpose } from "../ticket";
import { BodyProblem, watchBody } from "../watch-body";

export type TransferResponse = Omit<ApiResponse, "body"> & { body: string | Readable | null };
export type TransferEndpoint = (request: ApiRequest, ticket: string) => Promise<TransferResponse>;

export const answerUpload: TransferEndpoint = (request, ticket) =>
  answer(request, "/files/upload/{ticket}", ["PUT"], async (call) => {
    const { file, storage } = await open("upload", ticket);
    if (file.state === "READY") throw forbidden("This upload is complete. Its bytes can no longer be changed.");
    refuseMismatch(request, file);
    await withSlot(file.fileId, () => receive(storage, file, request));
    return { status: 200, headers: { "x-request-id": call.requestId, "cache-control": "no-store" }, body: "" };
  });

/** Bytes are sent only as a download: a stranger's upload never runs in our origin. */
export const answerDownload: TransferEndpoint = (request, ticket) =>
  answer(request, "/files/download/{ticket}", ["GET", "HEAD"], async (call) => {
    const { file, storage } = await open("download", ticket);
    if (file.state !== "READY") throw notFound();
    const range = chooseRange(request, file);
    const { start, end } = range ?? { start: 0, end: file.size - 1 };
    const headers = {
      ...describeFile(file),
      "x-request-id": call.requestId,
      "content-length": String(end - start + 1),
      ...(range ? { "content-range": `bytes ${start}-${end}/${file.size}` } : {}),
    };
    const body = request.method === "HEAD" ? null : await storage.read(file.storageKey, { start, end });
    return { status: range ? 206 : 200, headers, body };
  });

export function findTransfer(path: string): ((request: ApiRequest) => Promise<TransferResponse>) | null {
  const [, purpose, ticket] = /^\/files\/(upload|download)\/([^/]+)$/.exec(path) ?? [];
  const endpoint = purpose === "upload" ? answerUpload : answerDownload;
  return ticket === undefined ? null : (request) => endpoint(request, ticket);
}

const EXPOSED = "accept-ranges, allow, content-disposition, content-range, etag, link, retry-after, x-request-id";
const ACCEPTED = "content-type, if-range, range, x-request-id";

async function answer(
  request: ApiRequest,
  route: string,
  methods: readonly string[],
  work: (call: Call) => Promise<TransferResponse>,
): Promise<TransferResponse> {
  const call = beginCall(request, route);
  try {
    return allowAnyOrigin(await answerMethod(call, methods, work), EXPOSED);
  } catch (error) {
    const failure = describeFailure(error);
    if (failure.status >= 500)
      log().error({ error, requestId: call.requestId, trace_id: call.span.traceId, route }, "a transfer failed");
    return allowAnyOrigin(respondFailure(call, failure), EXPOSED);
  }
}

async function answerMethod(
  call: Call,
  methods: readonly string[],
  work: (call: Call) => Promise<TransferResponse>,
): Promise<TransferResponse> {
  const { method } = call.request;
  const allow = [...methods, "OPTIONS"].join(", ");
  refuseOversized(call.request);
  if (methods.includes(method)) return work(call);
  if (method !== "OPTIONS") throw methodNotAllowed(method, allow);
  return { status: 204, headers: { ...describeMethods(allow, ACCEPTED), "x-request-id": call.requestId }, body: null };
}

function refuse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code: ErrorCode = "validation_error",
): HttpError {
  return new HttpError(status, code, message, undefined, headers);
}

async function open(purpose: TicketPurpose, ticket: string): Promise<{ file: FoundFile; storage: DiskStorage }> {
  const storage = diskStorage();
  if (!storage) throw notFound();
  const opened = openTicket(purpose, ticket, now());
  if (opened.kind === "altered")
    throw forbidden(`This is not ${purpose === "upload" ? "an upload" : "a download"} URL of ours, or it was altered.`);
  if (opened.kind === "expired") throw forbidden("This URL has expired. Ask for a new one.");
  return { file: await findFile(null, opened.fileId), storage };
}

function refuseMismatch(request: ApiRequest, { mimeType, size }: FoundFile): void {
  const type = request.header("content-type")?.trim() ?? "";
  if (type.toLowerCase() !== mimeType.toLowerCase())
    throw refuse(415, `Content-Type must be ${mimeType}, as announced.`);
  const length = request.header("content-length");
  if (length !== null && Number(length) > size) throw tooLong(size);
  if (length !== null && Number(length) < size) throw tooShort(size);
}

async function receive(storage: DiskStorage, file: FoundFile, { body }: ApiRequest): Promise<void> {
  const chunks = watchBody(body ?? Readable.from([]), FILE_TRANSFER_IDLE_MS, FILE_TRANSFER_MAX_MS);
  const receipt = await storage.receive(file, chunks).catch((error: unknown) => {
    throw explainBreak(error);
  });
  if (receipt === "too_long") throw tooLong(file.size);
  if (receipt === "too_short") throw tooShort(file.size);
  if (receipt === "wrong_checksum")
    throw new AppError("validation_error", "The bytes do not match the announced SHA-256. Nothing was stored.");
}

const tooLong = (size: number) => tooLarge(413, "The body", size);
const tooShort = (size: number) =>
  new AppError("validation_error", `${size} bytes were announced, and fewer came. Nothing was kept.`);

/** An unread rest of the body makes the connection unusable. */
const CLOSING = { connection: "close" };

function explainBreak(error: unknown): unknown {
  if (error instanceof BodyProblem)
    return error.kind === "late"
      ? refuse(408, "The upload timed out. Nothing was stored.", CLOSING)
      : refuse(400, "The body was cut off. Nothing was stored.", CLOSING);
  const cause = error instanceof Error && "code" in error ? error.code : undefined;
  if (cause !== "ENOSPC" && cause !== "EDQUOT" && cause !== "EFBIG") return error;
  log().error({ error }, "the file storage is full");
  return refuse(507, "The file storage is full. Nothing was stored. Try again later.", CLOSING, "internal_error");
}

const uploadSlots = () => shared("upload-slots", () => new Map<string, number>());

/** Each request may take the file's whole size on disk, so one URL must not have many. */
async function withSlot<T>(fileId: string, work: () => Promise<T>): Promise<T> {
  const slots = uploadSlots();
  const taken = slots.get(fileId) ?? 0;
  if (taken >= FILE_PUTS_AT_ONCE) {
    const headers = { "retry-after": String(FILE_TRANSFER_IDLE_MS / 1000) };
    throw refuse(429, "Other requests are already using this URL.", headers, "rate_limit_exceeded");
  }
  slots.set(fileId, taken + 1);
  try {
    return await work();
  } finally {
    const left = (slots.get(fileId) ?? 1) - 1;
    if (left === 0) slots.delete(fileId);
    else slots.set(fileId, left);
  }
}

/** Bytes under a key never change, so their digest is a strong validator. */
function chooseRange(request: ApiRequest, file: FoundFile): ByteRange | null {
  const condition = request.header("if-range");
  if (condition !== null && condition !== tagOf(file)) return null;
  const range = readRange(request.header("range"), file.size);
  if (range !== "unsatisfiable") return range === "all" ? null : range;
  const headers = { "content-range": `bytes */${file.size}` };
  throw refuse(416, `The file has ${file.size} bytes, and the range starts after its end.`, headers);
}

function describeFile(file: FoundFile): Record<string, string> {
  return {
    "content-type": file.mimeType,
    "content-disposition": describeAttachment(file.fileName),
    "x-content-type-options": "nosniff",
    "content-security-policy": BYTES_POLICY,
    "cross-origin-resource-policy": "same-origin",
    // Compression on the way would change the bytes of a range.
    "cache-control": "private, no-store, no-transform",
    "accept-ranges": "bytes",
    etag: tagOf(file),
  };
}

const tagOf = ({ checksum }: FoundFile): string => `"${checksum}"`;
