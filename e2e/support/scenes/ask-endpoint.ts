import type { Endpoint } from "../../../lib/api/endpoint";
import { createKernel } from "../../../lib/api/kernel";
import type { ApiResponse } from "../../../lib/api/request";
import { REGISTRY } from "../../../lib/docs/surface/registry";
import { shared } from "../../../lib/platform/shared";
import type { BurstBackend } from "../../../lib/usage/burst";
import { createMemoryBurst } from "../../../lib/usage/memory-burst";
import { makeRequest, writeBody } from "./api-request";
import type { EndpointScene } from "./endpoint-scene";

const doors = { v1: createKernel(REGISTRY), cli: createKernel(REGISTRY, "cli") };

const BODIES: Record<string, unknown> = {
  completeFile: {},
  createMessage: { body: "Hello" },
  createTask: { title: "Write it down" },
  updateRoom: { name: "Another room" },
  updateTask: { title: "Write it up" },
  createRecord: { title: "Minutes" },
  updateRecord: { title: "Better minutes" },
};

export const queryOf = ({ operationId }: Endpoint) => (operationId === "listSearchResults" ? "?q=hello" : "");

/** Bodies that refer to rows of the scene are built for each scene. */
export function bodyOf({ operationId }: Endpoint, params: Record<string, string>): unknown {
  if (operationId !== "createFile") return BODIES[operationId];
  return { fileName: "a.txt", size: 5, mimeType: "text/plain", messageId: params["messageId"] };
}

/** Only an upload can be completed; every other path refers to the complete file. */
const idsOf = ({ operationId }: Endpoint, params: Record<string, string>): Record<string, string> =>
  operationId === "completeFile" && params["uploadId"] !== undefined
    ? { ...params, fileId: params["uploadId"] }
    : params;

interface RequestOptions {
  body?: unknown;
  query?: string;
  method?: string;
  address?: string;
  door?: keyof typeof doors;
}

/** A good request of the endpoint, unless the options say otherwise. */
export function askEndpoint(
  endpoint: Endpoint,
  params: Record<string, string>,
  headers: Record<string, string>,
  options: RequestOptions = {},
): Promise<ApiResponse> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idsOf(endpoint, params)[name] ?? "missing");
  const { method = endpoint.method, query = queryOf(endpoint), address = "192.0.2.7" } = options;
  const body = writeBody(options.body ?? bodyOf(endpoint, params));
  return doors[options.door ?? "v1"](makeRequest({ method, target: path + query, headers, address, body }));
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
interface ErrorBody {
  error: { code: string; message: string; requestId: string; details?: Record<string, unknown> };
}
export const errorOf = (answer: ApiResponse) => (JSON.parse(answer.body ?? "{}") as ErrorBody).error;
export const outcome = (answer: ApiResponse) => [answer.status, answer.status < 400 ? "ok" : errorOf(answer).code];

/** Another backend of the limits than the process's own, until the returned function is called. */
export function useBurst(backend: BurstBackend): () => void {
  const store = Reflect.get(globalThis, Symbol.for("svc.shared")) as Map<string, unknown>;
  const before = shared("burst-backend", createMemoryBurst);
  store.set("burst-backend", backend);
  return () => void store.set("burst-backend", before);
}

export async function withBurst<T>(backend: BurstBackend, work: () => Promise<T>): Promise<T> {
  const end = useBurst(backend);
  try {
    return await work();
  } finally {
    end();
  }
}

export function askOperation(
  operationId: string,
  { params }: Pick<EndpointScene, "params">,
  credential: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const endpoint = REGISTRY.find((candidate) => candidate.operationId === operationId);
  if (!endpoint) throw new Error(`no ${operationId}`);
  return askEndpoint(endpoint, params, { ...bearer(credential), ...headers }, body === undefined ? {} : { body });
}
