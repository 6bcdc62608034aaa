import { query } from "../db/transaction";
import { now } from "../platform/clock";
import { log } from "../platform/log";
import { maskEverySecret } from "../platform/mask-secrets";
import type { Call } from "./call";
import { pickConstants } from "./call-detail";
import { RECORD_BODIES } from "./calls.sql";
import type { Endpoint } from "./endpoint";
import { maskBody } from "./mask-body";
import type { ApiRequest, ApiResponse } from "./request";

const BODY_MAX_BYTES = 16 * 1024;
const READ_MAX_BYTES = 64 * 1024;
const READ_TIMEOUT_MS = 1_000;

/** Headers, query values and undeclared members are never recorded. */
export async function recordBodies(call: Call, response: ApiResponse): Promise<void> {
  const { request, endpoint, errorDetails, caller } = call;
  try {
    const requestBody = request.body === null ? null : await readRequest(request, endpoint);
    const responseBody = response.body === null ? null : maskResponse(response, endpoint, errorDetails);
    if (requestBody === null && responseBody === null) return;
    const keyId = caller?.apiKeyId ?? "";
    await query(RECORD_BODIES, {
      startedAt: call.startedAt,
      requestId: call.requestId,
      requestBody,
      responseBody,
      keyId,
      now: now(),
    });
  } catch (error) {
    log().warn({ error }, "bodies could not be recorded");
  }
}

const bracket = (text: string) => JSON.stringify(`[${text}]`);

async function readRequest(request: ApiRequest, endpoint: Endpoint | null): Promise<string> {
  if (endpoint?.kind !== "write") return bracket("not declared");
  const bytes = await readUnread(request);
  if (bytes === null) return bracket("too large, too slow, or cut off");
  try {
    return maskBody(endpoint.body, JSON.parse(bytes.toString("utf8")), BODY_MAX_BYTES);
  } catch {
    return bracket(`${bytes.length} bytes, not JSON`);
  }
}

async function readUnread({ body }: ApiRequest): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  const iterator = body?.[Symbol.asyncIterator]();
  if (!iterator) return null;
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, READ_TIMEOUT_MS, null);
  });
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), deadline]);
      if (next === null) return null;
      if (next.done) return Buffer.concat(chunks);
      size += next.value.length;
      if (size > READ_MAX_BYTES) return null;
      chunks.push(next.value);
    }
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function maskResponse({ status, body }: ApiResponse, endpoint: Endpoint | null, details: Call["errorDetails"]): string {
  try {
    const value: unknown = JSON.parse(body ?? "null");
    if (status >= 400) return JSON.stringify(maskError(value, details));
    return endpoint ? maskBody(endpoint.response.schema, value, BODY_MAX_BYTES) : bracket("not declared");
  } catch {
    return bracket("not JSON");
  }
}

/** Issues quote the names of members, which are the caller's text. Only declared fields are recorded. */
function maskError(value: unknown, details: Call["errorDetails"]): object {
  const { error = {} } = value as { error?: { code?: string; message?: string; requestId?: string } };
  const { code, message = "", requestId } = error;
  const text = code === "validation_error" ? "[redacted]" : maskEverySecret(message);
  return { error: { code, message: text, requestId, details: pickConstants(details) ?? undefined } };
}
