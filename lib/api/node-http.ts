import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiRequest, ApiResponse } from "./request";

const FRAMING_BYTES = 4; // ": " and the line's end

export function fromNode(request: IncomingMessage, address: string): ApiRequest {
  const { headers, rawHeaders } = request;
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return {
    method: request.method ?? "GET",
    target: request.url ?? "/",
    header(name) {
      const value = headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
    },
    headersBytes: rawHeaders.reduce((sum, part) => sum + part.length, 0) + (rawHeaders.length / 2) * FRAMING_BYTES,
    address,
    body: hasBody ? request : null,
  };
}

export async function answerNode(
  answer: (request: ApiRequest) => Promise<ApiResponse>,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<void> {
  sendNode(response, await answer(fromNode(request, address)), request.method === "HEAD");
}

export function sendNode(response: ServerResponse, answer: ApiResponse, isHead: boolean): void {
  const { status, headers, body } = answer;
  response.writeHead(status, body === null ? headers : { "content-length": Buffer.byteLength(body), ...headers });
  response.end(isHead || body === null ? undefined : body);
}
