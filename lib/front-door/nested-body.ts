import { IncomingMessage } from "node:http";
import { BODY_DEPTH_MAX, PAGE_BODY_MAX_BYTES } from "../platform/page-limits";

const UNREAD_PATH = "/api/inngest";
const UNREAD_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** React and JSON recurse for each level, and a stranger's body of ten thousand levels would hold the process. */
export async function readFlatBody(
  request: IncomingMessage,
  path: string,
): Promise<IncomingMessage | "nested" | "large" | "gone"> {
  const { method = "GET", headers, url = "/" } = request;
  const type = headers["content-type"] ?? "";
  if (path === UNREAD_PATH || UNREAD_METHODS.has(method) || type.startsWith("application/x-www-form-urlencoded"))
    return request;
  const body = await readBody(request);
  if (body === "large" || body === "gone") return body;
  return isNested(body, type) ? "nested" : copyRequest(request, url, headers, body);
}

/** Next leaves its own marks on a request and its headers, and a body can be read once. */
function copyRequest(
  { socket, method, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders }: IncomingMessage,
  url: string,
  headers: IncomingMessage["headers"],
  body: Buffer,
): IncomingMessage {
  const copy = new IncomingMessage(socket);
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  // The body is here as a whole: a request that ends before it is complete closes its connection.
  copy.complete = true;
  copy.push(body);
  copy.push(null);
  return copy;
}

async function readBody(request: IncomingMessage): Promise<Buffer | "large" | "gone"> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  return new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes <= PAGE_BODY_MAX_BYTES) return;
      request.removeAllListeners("data").pause();
      resolve("large");
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", () => resolve("gone"));
    request.once("close", () => resolve("gone"));
  });
}

export function isNested(body: Buffer, type: string): boolean {
  const [, quoted, bare] = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return isDeep(body);
  return splitParts(body, `--${boundary}`).some((part) => isValue(part) && isDeep(part));
}

function splitParts(body: Buffer, delimiter: string): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, from)) {
    parts.push(body.subarray(from, at));
    from = at + delimiter.length;
  }
  return [...parts, body.subarray(from)];
}

const FIELD = /^\r\nContent-Disposition: form-data; name="([^"\\\r\n]*)"(?:; filename="[^"\r\n]*")?\r\n/i;
const VALUE = /^(?:\$ACTION_.*:)?(?:\d[\de+]*|NaN)$/s;
const HEAD_BYTES = 1_024;

/**
 * Text that a person typed is no JSON, and may have any number of brackets. What no browser writes counts as a value.
 */
function isValue(part: Buffer): boolean {
  const [, name] = FIELD.exec(part.toString("latin1", 0, HEAD_BYTES)) ?? [];
  return name === undefined || VALUE.test(name);
}

const [QUOTE, ESCAPE] = [0x22, 0x5c];
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

function isDeep(text: Buffer): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (isInString && byte === ESCAPE) at += 1;
    else if (byte === QUOTE) isInString = !isInString;
    else if (isInString) continue;
    else if (byte === ARRAY || byte === OBJECT) depth += 1;
    else if (byte === ARRAY_END || byte === OBJECT_END) depth -= 1;
    if (depth > BODY_DEPTH_MAX) return true;
  }
  return false;
}
