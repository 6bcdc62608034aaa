import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Failure } from "./fail";

export interface HookRequest {
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type HookResponse = { durationMs: number } & (
  | { statusCode: number; error: null; preview: string; date: string | null }
  | { statusCode: null; error: "timeout" | "connection_failed" | "tls_failed"; reason: string }
);

const TIMEOUT_MS = 15_000;
const PREVIEW_MAX_BYTES = 1024;
/** The service's own limit: a longer response is not read to its end. */
const RESPONSE_MAX_BYTES = 64 * 1024;

export function readHookUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Failure("usage", `${text} is no URL of a receiver.`, "For example: http://localhost:3001/hook");
}

/** Headers as they were written and the body byte for byte, which `fetch` does not promise. Redirects are not followed. */
export function postHook(url: URL, { headers, body }: HookRequest, timeoutMs = TIMEOUT_MS): Promise<HookResponse> {
  const startedMs = performance.now();
  const tookMs = () => Math.round(performance.now() - startedMs);
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const kind = error.code === "ETIMEDOUT" ? "timeout" : /TLS|SSL|CERT/.test(error.code ?? "") ? "tls_failed" : null;
      const reason = error.code ?? error.message;
      resolve({ statusCode: null, error: kind ?? "connection_failed", reason, durationMs: tookMs() });
    };
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const all = { ...headers, "Content-Length": String(Buffer.byteLength(body)), "Accept-Encoding": "identity" };
    const sent = send(url, { method: "POST", headers: all }, (response) => {
      void readPreview(response).then((preview) => {
        clearTimeout(timer);
        const { statusCode = 0, headers: received } = response;
        resolve({ statusCode, error: null, preview, date: received.date ?? null, durationMs: tookMs() });
      });
    });
    const expire = () => sent.destroy(Object.assign(new Error("no response in time"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(expire, timeoutMs);
    sent.on("error", (error) => {
      clearTimeout(timer);
      fail(error);
    });
    sent.end(body);
  });
}

/** A body that breaks off leaves the status valid. */
async function readPreview(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size >= RESPONSE_MAX_BYTES) break;
    }
  } catch {
    // The part that came is kept.
  }
  return Buffer.concat(chunks)
    .subarray(0, PREVIEW_MAX_BYTES)
    .toString()
    .replace(/\ufffd+$/, "")
    .slice(0, PREVIEW_MAX_BYTES);
}
