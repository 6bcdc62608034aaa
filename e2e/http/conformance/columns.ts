import { Svc, SvcApiError } from "../../../packages/sdk/src/index";
import type { DistortingProxy } from "../../support/servers/http-proxies";
import type { PythonClient } from "../python-client";
import type { DeclaredCall, ServiceName } from "./calls";

/** A response as a caller sees it: raw, or through a client. */
export interface Outcome {
  status: number;
  requestId?: string;
  code?: string;
  docsUrl?: string;
  /** The names of the details. */
  details?: string[];
  isToWait?: boolean;
  items?: Readonly<Record<string, unknown>>[];
}

export interface Services {
  urls: Readonly<Record<ServiceName, string>>;
  proxy: DistortingProxy;
}

/** Calls each cell of the table, one after the other. */
export type Column = (calls: readonly DeclaredCall[], services: Services) => Promise<Outcome[]>;

function findBaseUrl({ service, distortion }: DeclaredCall, { urls, proxy }: Services): string {
  return distortion ? proxy.through(distortion) : urls[service];
}

type Body = Readonly<Record<string, unknown>>;

/** An item, or the items of a page. */
function listItems(result: unknown, isPage: boolean): Body[] {
  return isPage ? (result as { data: Body[] }).data : [result as Body];
}

export const callRaw: Column = async (calls, services) => {
  const outcomes: Outcome[] = [];
  for (const call of calls) {
    const { operation, credential, ids, body, query, idempotencyKey } = call;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "missing");
    const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const response = await fetch(`${findBaseUrl(call, services)}${path}?${parameters}`, {
      method: operation.method,
      headers: {
        ...("apiKey" in credential
          ? { "x-api-key": credential.apiKey }
          : { authorization: `Bearer ${credential.accessToken}` }),
        ...(body ? { "content-type": "application/json" } : {}),
        ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    outcomes.push(readResponse(response, (await response.json()) as ResponseBody, operation.result.isPage));
  }
  return outcomes;
};

interface ResponseBody {
  error?: { code: string; requestId: string; details?: object };
}

function readResponse({ status, headers }: Response, body: ResponseBody, isPage: boolean): Outcome {
  const { error } = body;
  const requestId = headers.get("x-request-id") ?? "";
  if (!error) return { status, requestId, items: listItems(body, isPage) };
  return {
    status,
    requestId: error.requestId === requestId ? requestId : "",
    code: error.code,
    docsUrl: /<([^>]+)>; rel="help"/.exec(headers.get("link") ?? "")?.[1] ?? "",
    details: Object.keys(error.details ?? {}),
    isToWait: headers.has("retry-after"),
  };
}

interface Returned {
  withResponse(): Promise<{ data: unknown; response: Response; requestId: string | undefined }>;
}
type Method = (...parameters: unknown[]) => Returned;

export const callTypeScript: Column = async (calls, services) => {
  const outcomes: Outcome[] = [];
  for (const call of calls) {
    const { operation, credential, ids, body, query, idempotencyKey } = call;
    const svc = new Svc({ baseUrl: findBaseUrl(call, services), ...credential, maxRetries: 0 });
    const parameters = [
      ...operation.pathParameters.map((name) => ids[name]),
      ...(body ? [body] : []),
      ...(operation.query.length > 0 ? [query] : []),
      idempotencyKey === undefined ? {} : { idempotencyKey },
    ];
    try {
      const { data, response, requestId = "" } = await findMethod(svc, operation)(...parameters).withResponse();
      outcomes.push({ status: response.status, requestId, items: listItems(data, operation.result.isPage) });
    } catch (error) {
      outcomes.push(readError(error));
    }
  }
  return outcomes;
};

function findMethod(svc: object, { resource, verb }: DeclaredCall["operation"]): Method {
  const owner = resource.reduce((parent, name) => Reflect.get(parent, name) as object, svc);
  return (Reflect.get(owner, verb) as Method).bind(owner);
}

function readError(error: unknown): Outcome {
  if (!(error instanceof SvcApiError)) throw error;
  const { status, code, requestId = "", docsUrl = "", details, retryAfterMs } = error;
  return {
    status,
    code,
    requestId,
    docsUrl,
    details: Object.keys(details ?? {}),
    isToWait: retryAfterMs !== undefined,
  };
}

/** All calls in one process, by the blocking client or by the one that is awaited. */
export async function callPython(
  python: PythonClient,
  calls: readonly (DeclaredCall & { isAsync: boolean })[],
  services: Services,
): Promise<Outcome[]> {
  const cases = calls.map((call) => {
    const { operation, credential, ids, body, query, idempotencyKey, isAsync } = call;
    return {
      baseUrl: findBaseUrl(call, services),
      isAsync,
      credential,
      method: [...operation.resource, operation.verb].map(writeSnake),
      arguments: [...operation.pathParameters.map((name) => ids[name]), ...(body ? [body] : [])],
      options: { ...query, ...(idempotencyKey ? { idempotency_key: idempotencyKey } : {}) },
    };
  });
  const output = await python.run(["packages/sdk-python/tests/service/conformance.py"], {
    input: JSON.stringify(cases),
  });
  return JSON.parse(output) as Outcome[];
}

const writeSnake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
