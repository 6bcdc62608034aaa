import type { z } from "zod";
import { countCodePoints } from "../platform/characters";
import { AppError, type Issue, invalid } from "../platform/errors";
import {
  ESCAPED_BODY_MAX_BYTES,
  HEADERS_MAX_BYTES,
  IDEMPOTENCY_KEY_MAX_LENGTH,
  REQUEST_BODY_MAX_BYTES,
  URL_MAX_BYTES,
} from "../platform/limits";
import type { CheckInput } from "./endpoint";
import { escapedTooLarge, tooLarge } from "./errors";
import type { ApiRequest } from "./request";

/** Transport limits come first: a request that is too large is not read. */
export function refuseOversized(request: ApiRequest): void {
  if (Buffer.byteLength(request.target) > URL_MAX_BYTES) throw tooLarge(414, "The URL", URL_MAX_BYTES);
  if (request.headersBytes > HEADERS_MAX_BYTES) throw tooLarge(431, "The header section", HEADERS_MAX_BYTES);
}

export function requireKey(key: string): void {
  const length = countCodePoints(key);
  if (length >= 1 && length <= IDEMPOTENCY_KEY_MAX_LENGTH) return;
  throw invalid([{ path: "Idempotency-Key", message: `must have 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} characters` }]);
}

/** Unknown parameters are ignored. A known one that is given twice is refused, since one would lose. */
export function decodeQuery(request: ApiRequest, schema: z.ZodObject, check: CheckInput): Record<string, unknown> {
  const at = request.target.indexOf("?");
  const parameters = new URLSearchParams(at === -1 ? "" : request.target.slice(at + 1));
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = parameters.getAll(name);
    if (values.length > 1) throw invalid([{ path: `query.${name}`, message: "is given more than once" }]);
    if (values[0] !== undefined) given[name] = values[0];
  }
  return parse(schema, given, "query", check);
}

export async function decodeBody<S extends z.ZodType>(request: ApiRequest, schema: S): Promise<z.output<S>> {
  const bytes = await readJsonBody(request);
  if (bytes.length === 0 && schema.safeParse(undefined).success) return parse(schema, undefined, "");
  const type = request.header("content-type");
  if (type !== null && !/^application\/(?:json|[a-z0-9.+-]+\+json)\s*(?:;|$)/i.test(type.trim())) {
    throw invalid([{ path: "", message: "the body must be JSON, with Content-Type: application/json" }]);
  }
  return parse(schema, parseJson(bytes), "");
}

/** The body is counted while it is read: it may come without a length, or with a wrong one. */
export async function readBody(request: ApiRequest, maxBytes = REQUEST_BODY_MAX_BYTES): Promise<Buffer> {
  if (Number(request.header("content-length") ?? 0) > maxBytes) throw tooLarge(413, "The body", maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(request)) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(413, "The body", maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function readJsonBody(request: ApiRequest): Promise<Buffer> {
  const [limit, length] = [REQUEST_BODY_MAX_BYTES, Number(request.header("content-length") ?? 0)];
  if (length > ESCAPED_BODY_MAX_BYTES) throw tooLarge(413, "The body", limit);
  const countUnescaped = createUnescapedCounter();
  let kept: Uint8Array[] = [];
  let [size, unescapedSize] = [0, 0];
  for await (const chunk of readChunks(request)) {
    size += chunk.length;
    kept.push(chunk);
    if (size <= limit) continue;
    for (const counted of kept) unescapedSize = countUnescaped(counted);
    kept = [];
    if (unescapedSize > limit || size > ESCAPED_BODY_MAX_BYTES) throw tooLarge(413, "The body", limit);
  }
  if (size > limit) throw escapedTooLarge(size, unescapedSize, limit);
  return Buffer.concat(kept);
}

async function* readChunks({ body }: ApiRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (cause) {
    // A client that disconnects is no fault of the service, and no 500 in its audit.
    throw new AppError("validation_error", "The body was cut off.", { cause });
  }
}

export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw invalid([{ path: "", message: "a JSON body is required" }]);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalid([{ path: "", message: "the body is not valid JSON in UTF-8" }]);
  }
}

export function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: string,
  check?: (output: z.output<S>) => Issue | null,
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    const issue = check?.(parsed.data);
    if (issue) throw invalid([{ ...issue, path: where ? `${where}.${issue.path}` : issue.path }]);
    return parsed.data;
  }
  throw invalid(parsed.error.issues.slice(0, 50).flatMap((issue) => describeIssue(issue, where)));
}

function describeIssue(issue: z.core.$ZodIssue, where: string): Issue[] {
  const path = [...(where ? [where] : []), ...issue.path.map(String)].join(".");
  if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
  return issue.keys.slice(0, 50).map((key) => ({
    path: path ? `${path}.${quote(key)}` : quote(key),
    message: "is not a member of this request",
  }));
}

function quote(key: string): string {
  return key.slice(0, 100);
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

export function createUnescapedCounter(): (chunk: Uint8Array) => number {
  let size = 0;
  let isEscape = false;
  let digitsLeft = 0;
  let code = 0;
  return (chunk) => {
    size += chunk.length;
    for (const byte of chunk) {
      if (digitsLeft > 0) {
        code = code * 16 + readDigit(byte);
        digitsLeft -= 1;
        if (digitsLeft === 0) size -= countSaved(code);
      } else if (isEscape) {
        isEscape = false;
        if (byte === LETTER_U) [digitsLeft, code] = [4, 0];
      } else isEscape = byte === BACKSLASH;
    }
    return size;
  };
}

function readDigit(byte: number): number {
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
}

/** An escape has 6 bytes. Control characters, quotes and backslashes must be escaped; half a pair is 2 of 4 bytes. */
function countSaved(code: number): number {
  if (code < 0x20 || code === 0x22 || code === BACKSLASH) return 0;
  if (code < 0x80) return 5;
  const isHalfPair = code >= 0xd800 && code <= 0xdfff;
  return code < 0x800 || isHalfPair ? 4 : 3;
}
