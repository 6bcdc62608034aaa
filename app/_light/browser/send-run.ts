import { buildRequest, type CallShape, type CallValues } from "@/lib/docs/surface/call-request";

export interface RunResponse {
  status: number;
  durationMs: number;
  requestId: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  errorCode: string | null;
}

/** Sends the request of the snippets to this origin's /v1, without cookies. The credential is in its header alone. */
export async function sendRun(
  shape: CallShape,
  values: CallValues,
  credential: string,
  signal: AbortSignal,
): Promise<RunResponse> {
  const proof = { credential, idempotencyKey: crypto.randomUUID() };
  const { method, target, headers, body } = buildRequest(shape, values, proof);
  const startedMs = performance.now();
  const response = await fetch(target, {
    method,
    headers,
    ...(body === null ? {} : { body }),
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
    referrerPolicy: "no-referrer",
    signal,
  });
  const text = await response.text();
  const durationMs = Math.round(performance.now() - startedMs);
  return {
    status: response.status,
    durationMs,
    requestId: response.headers.get("x-request-id") ?? "",
    headers: [...response.headers].sort(([a], [b]) => rankHeader(a) - rankHeader(b)),
    ...readBody(text),
  };
}

const FIRST = [/^ratelimit/, /^retry-after$/, /^svc-/, /^x-request-id$/];

function rankHeader(name: string): number {
  const rank = FIRST.findIndex((pattern) => pattern.test(name));
  return rank === -1 ? FIRST.length : rank;
}

function readBody(text: string): Pick<RunResponse, "body" | "errorCode"> {
  try {
    const value = JSON.parse(text) as { error?: { code?: unknown } };
    const code = value.error?.code;
    return { body: JSON.stringify(value, null, 2), errorCode: typeof code === "string" ? code : null };
  } catch {
    return { body: text, errorCode: null };
  }
}

/** A token that the service issued to the signed-in reader; it stays in the memory of this page. */
interface ReaderToken {
  token: string;
  expiresAt: string;
  area: string;
}

export class NoReaderToken extends Error {}

/** A token that would end on the way is not sent. */
const LEAST_LEFT_MS = 30_000;

let last: { name: string; issued: ReaderToken } | null = null;

export async function fetchReaderToken(operationId: string, roomId: string | undefined): Promise<ReaderToken> {
  const name = `${operationId} ${roomId ?? ""}`;
  if (last?.name === name && Date.parse(last.issued.expiresAt) - Date.now() > LEAST_LEFT_MS) return last.issued;
  const response = await fetch("/api/reference-token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ operationId, roomId }),
    cache: "no-store",
  });
  const answer = (await response.json()) as ReaderToken & { message: string };
  if (!response.ok) throw new NoReaderToken(answer.message);
  last = { name, issued: answer };
  return answer;
}

/** One that was refused has ended, for example with the session. */
export function forgetReaderToken(): void {
  last = null;
}
