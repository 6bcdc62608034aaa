import type { Readable } from "node:stream";
import { beginCall, type Call } from "../../api/call";
import { refuseOversized } from "../../api/decode";
import { describeFailure, HttpError, tooLarge } from "../../api/errors";
import type { ApiRequest, ApiResponse } from "../../api/request";
import { respondFailure } from "../../api/respond";
import { now } from "../../platform/clock";
import { AppError, type ErrorCode, forbidden, notFound } from "../../platform/errors";
import { FILE_PUTS_AT_ONCE, FILE_TRANSFER_IDLE_MS, FILE_TRANSFER_MAX_MS } from "../../platform/limits";
import { log } from "../../platform/log";
import { shared } from "../../platform/shared";
import type { DiskStorage } from "../disk-storage";
import { describeAttachment } from "../disposition";
import { type FoundFile, findTransferred } from "../find";
import { diskStorage } from "../open-storage";
import { type ByteRange, readRange } from "../range";
import { openTicket, type TicketPurpose } from "../ticket";
import { BodyProblem, watchBody } from "../watch-body";

/** An answer whose body may be a file's bytes. */
export interface TransferAnswer extends Omit<ApiResponse, "body"> {
  body: string | Readable | null;
}

export type TransferEndpoint = (incoming: ApiRequest, ticket: string) => Promise<TransferAnswer>;

/** Takes the bytes of an upload. The signed URL is all the permission that it asks for. */
export const answerUpload: TransferEndpoint = (incoming, ticket) =>
  answer(incoming, "/files/upload/{ticket}", ["PUT"], async (call) => {
    const { file, storage } = await open("upload", ticket);
    if (file.state === "READY") throw forbidden("This upload is complete. Its bytes can no longer be changed.");
    refuseMismatch(incoming, file);
    await withSlot(file.fileId, () => receive(storage, file, incoming));
    return { status: 200, headers: { "x-request-id": call.requestId, "cache-control": "no-store" }, body: "" };
  });

/** Gives the bytes of a file, as a download and nothing else: what a stranger uploaded is never run in our origin. */
export const answerDownload: TransferEndpoint = (incoming, ticket) =>
  answer(incoming, "/files/download/{ticket}", ["GET", "HEAD"], async (call) => {
    const { file, storage } = await open("download", ticket);
    if (file.state !== "READY") throw notFound();
    const range = chooseRange(incoming, file);
    const part = range ?? { start: 0, end: file.size - 1 };
    const headers = {
      ...describeFile(file),
      "x-request-id": call.requestId,
      "content-length": String(part.end - part.start + 1),
    };
    return {
      status: range ? 206 : 200,
      headers: range ? { ...headers, "content-range": `bytes ${range.start}-${range.end}/${file.size}` } : headers,
      body: incoming.method === "HEAD" ? null : await storage.read(file.storageKey, part),
    };
  });

const ENDPOINTS: Readonly<Record<TicketPurpose, TransferEndpoint>> = { upload: answerUpload, download: answerDownload };

/** Transfers are served by the front door, without Next; null for any other path. */
export function findTransfer(path: string): ((incoming: ApiRequest) => Promise<TransferAnswer>) | null {
  const [, purpose, ticket = ""] = /^\/files\/(upload|download)\/([^/]+)$/.exec(path) ?? [];
  if (purpose !== "upload" && purpose !== "download") return null;
  return (incoming) => ENDPOINTS[purpose](incoming, ticket);
}

async function answer(
  incoming: ApiRequest,
  route: string,
  methods: readonly string[],
  work: (call: Call) => Promise<TransferAnswer>,
): Promise<TransferAnswer> {
  const call = beginCall(incoming, route);
  const allow = [...methods, "OPTIONS"].join(", ");
  try {
    refuseOversized(incoming);
    if (incoming.method === "OPTIONS")
      return { status: 204, headers: { allow, "x-request-id": call.requestId }, body: null };
    if (!methods.includes(incoming.method))
      throw new HttpError(405, "validation_error", `${incoming.method} is not offered here; ${allow} is.`, undefined, {
        allow,
      });
    return await work(call);
  } catch (error) {
    const failure = describeFailure(error);
    if (failure.status >= 500) log().error({ error, requestId: call.requestId, route }, "a transfer failed");
    return respondFailure(call, failure);
  }
}

async function open(purpose: TicketPurpose, ticket: string): Promise<{ file: FoundFile; storage: DiskStorage }> {
  const storage = diskStorage();
  if (!storage) throw notFound();
  const opened = openTicket(purpose, ticket, now());
  if (opened.kind === "altered")
    throw forbidden(`This is not ${purpose === "upload" ? "an upload" : "a download"} URL of ours, or it was altered.`);
  if (opened.kind === "expired") throw forbidden("This URL has expired. Ask for a new one.");
  return { file: await findTransferred(opened.fileId), storage };
}

function refuseMismatch(incoming: ApiRequest, { mimeType, size }: FoundFile): void {
  const type = incoming.header("content-type")?.trim() ?? "";
  if (type.toLowerCase() !== mimeType.toLowerCase())
    throw new HttpError(415, "validation_error", `Content-Type must be ${mimeType}, as announced.`);
  const length = incoming.header("content-length");
  if (length !== null && Number(length) > size) throw tooLong(size);
  if (length !== null && Number(length) < size) throw tooShort(size);
}

async function receive(storage: DiskStorage, file: FoundFile, { body }: ApiRequest): Promise<void> {
  const chunks = watchBody(body ?? [], FILE_TRANSFER_IDLE_MS, FILE_TRANSFER_MAX_MS);
  const receipt = await storage.receive(file, chunks).catch((error: unknown) => {
    throw explainBreak(error);
  });
  if (receipt === "too_long") throw tooLong(file.size);
  if (receipt === "too_short") throw tooShort(file.size);
  if (receipt === "wrong_checksum")
    throw new AppError("validation_error", "The bytes have another SHA-256 than was announced. Nothing was kept.");
}

const tooLong = (size: number) => tooLarge(413, "The body", size);
const tooShort = (size: number) =>
  new AppError("validation_error", `${size} bytes were announced, and fewer came. Nothing was kept.`);

/** An unread rest of the body makes the connection unusable. */
const CLOSING = { connection: "close" };

function explainBreak(error: unknown): unknown {
  const refuse = (status: number, code: ErrorCode, message: string) =>
    new HttpError(status, code, `${message} Nothing was kept.`, undefined, CLOSING);
  if (error instanceof BodyProblem)
    return error.kind === "late"
      ? refuse(408, "validation_error", "The bytes did not come in time.")
      : refuse(400, "validation_error", "The body broke off before its end.");
  const cause = error instanceof Error && "code" in error ? error.code : undefined;
  if (cause !== "ENOSPC" && cause !== "EDQUOT" && cause !== "EFBIG") return error;
  log().error({ error }, "the file storage is full");
  return refuse(507, "internal_error", "The file storage is full; try again later.");
}

const uploadSlots = () => shared("upload-slots", () => new Map<string, number>());

/** Every request under way may take the file's whole size on disk, so one URL must not have many of them. */
async function withSlot<T>(fileId: string, work: () => Promise<T>): Promise<T> {
  const slots = uploadSlots();
  const taken = slots.get(fileId) ?? 0;
  if (taken >= FILE_PUTS_AT_ONCE)
    throw new HttpError(429, "rate_limit_exceeded", "This URL is in use by other requests already.", undefined, {
      "retry-after": String(FILE_TRANSFER_IDLE_MS / 1000),
    });
  slots.set(fileId, taken + 1);
  try {
    return await work();
  } finally {
    const left = (slots.get(fileId) ?? 1) - 1;
    if (left === 0) slots.delete(fileId);
    else slots.set(fileId, left);
  }
}

/** null: all of it. Bytes under a key never change, so their digest is a strong validator. */
function chooseRange(incoming: ApiRequest, file: FoundFile): ByteRange | null {
  const condition = incoming.header("if-range");
  const range =
    condition === null || condition === tagOf(file) ? readRange(incoming.header("range"), file.size) : "all";
  if (range === "unsatisfiable")
    throw new HttpError(
      416,
      "validation_error",
      `The file has ${file.size} bytes; the range lies behind them.`,
      undefined,
      {
        "content-range": `bytes */${file.size}`,
      },
    );
  return range === "all" ? null : range;
}

function describeFile(file: FoundFile): Record<string, string> {
  return {
    "content-type": file.mimeType,
    "content-disposition": describeAttachment(file.fileName),
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    // Compressed on the way, a range would be one of other bytes.
    "cache-control": "private, no-store, no-transform",
    "accept-ranges": "bytes",
    etag: tagOf(file),
  };
}

const tagOf = ({ checksum }: FoundFile): string => `"${checksum}"`;
