import { createGuardedClient, type GuardedClient, type Reply } from "../../egress/send";
import { CLIENT_DOCUMENT_MAX_BYTES, CLIENT_DOCUMENT_TIMEOUT_MS } from "../../platform/client-document-limits";
import { shared } from "../../platform/shared";
import { type ClientKey, readKeySet } from "../apps/client-keys";
import {
  type DocumentProblem,
  type DocumentReading,
  parseObject,
  readClientDocument,
  readFreshnessMs,
} from "./client-document";

const CONNECTIONS_PER_HOST = 2;

function documentClient(): GuardedClient {
  return shared("client-document-client", () => createGuardedClient({ connectionsPerHost: CONNECTIONS_PER_HOST }));
}

export type Fetched = DocumentReading & { freshMs: number };

export function fetchDocument(url: string): Promise<Fetched> {
  return fetchJson(url, (body) => readClientDocument(url, body));
}

type FetchedKeys = ({ problem: null; keys: ClientKey[] } | { problem: string }) & { freshMs: number };

export function fetchKeys(jwksUri: string): Promise<FetchedKeys> {
  return fetchJson(jwksUri, (body) => readKeySet(parseObject(body)));
}

async function fetchJson<Reading extends { problem: string | null }>(
  url: string,
  read: (body: Uint8Array) => Reading,
): Promise<(Reading | { problem: DocumentProblem }) & { freshMs: number }> {
  const reply = await documentClient().call({
    method: "GET",
    url,
    headers: { Accept: "application/json", "User-Agent": "Svc-Client-Documents/1" },
    timeoutMs: CLIENT_DOCUMENT_TIMEOUT_MS,
    maxBytes: CLIENT_DOCUMENT_MAX_BYTES,
  });
  if (reply.failure !== null) return { problem: explainFailure(reply.failure), freshMs: readFreshnessMs("no-cache") };
  const reading = checkStatus(reply) ?? read(reply.body);
  const cacheControl = reading.problem === null ? readHeader(reply, "cache-control") : "no-cache";
  return { ...reading, freshMs: readFreshnessMs(cacheControl) };
}

type Answered = Extract<Reply, { failure: null }>;

function checkStatus(reply: Answered): { problem: DocumentProblem } | null {
  const { statusCode } = reply;
  if (statusCode >= 300 && statusCode < 400) return { problem: "redirected" };
  if (statusCode >= 500) return { problem: "unreachable" };
  if (statusCode !== 200) return { problem: "not_found" };
  const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(readHeader(reply, "content-type") ?? "");
  return isJson ? null : { problem: "not_json" };
}

function readHeader({ headers }: Answered, name: string): string | null {
  return [headers[name]].flat()[0] ?? null;
}

function explainFailure(failure: NonNullable<Reply["failure"]>): DocumentProblem {
  if (failure === "target_refused") return "refused_target";
  return failure === "too_large" || failure === "encoded" ? "too_large" : "unreachable";
}
