import type { IncomingMessage, ServerResponse } from "node:http";
import { beginCall } from "../api/call";
import { HttpError } from "../api/errors";
import { pathOf } from "../api/kernel";
import { fromNode, sendNode } from "../api/node-http";
import { answerCall } from "../api/pipeline";
import type { ApiRequest, ApiResponse } from "../api/request";
import { isOwnHost } from "./own-host";
import { isApiTarget, readTarget } from "./request-target";

export const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** The target of a request for a resource of this service. null: it was answered here. */
export async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<string | null> {
  // Node's parser drops what follows such a request in the same packet: nothing more may be read from the connection.
  if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
  const target = readTarget(request.url);
  if (target.kind === "resource") {
    const { path, authority } = target;
    if (isOwnHost(authority ?? request.headers.host ?? "", pathOf({ target: path }))) return path;
    await refuseHost(request, response, { path, address });
    return null;
  }
  if (target.kind === "server" && request.method === "OPTIONS") {
    response.writeHead(204, { allow: METHODS }).end();
    return null;
  }
  const problem = new HttpError(400, "validation_error", "The request target is not a path of this service.");
  sendNode(response, await refuse({ ...fromNode(request, address), target: "/" }, problem), request.method === "HEAD");
  return null;
}

interface AskedFor {
  path: string;
  address: string;
}

async function refuseHost(
  request: IncomingMessage,
  response: ServerResponse,
  { path, address }: AskedFor,
): Promise<void> {
  const message = "This service does not answer for that host name. Use its own address.";
  if (isApiTarget(path)) {
    const problem = new HttpError(421, "validation_error", message);
    sendNode(response, await refuse(fromNode(request, address), problem), request.method === "HEAD");
    return;
  }
  response.writeHead(421, { "content-type": "text/plain; charset=utf-8" }).end(`${message}\n`);
}

/** In the envelope, and audited, for requests that no endpoint is asked for. */
export function refuse(incoming: ApiRequest, problem: HttpError): Promise<ApiResponse> {
  return answerCall(beginCall(incoming, "unmatched"), () => Promise.reject(problem));
}
