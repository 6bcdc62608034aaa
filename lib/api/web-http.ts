import { CLIENT_ADDRESS_HEADER } from "../platform/client-address";
import type { ApiRequest, ApiResponse } from "./request";

const FRAMING_BYTES = 4; // ": " and the line's end

export function fromRequest(request: Request): ApiRequest {
  let headersBytes = 0;
  request.headers.forEach((value, name) => {
    headersBytes += name.length + value.length + FRAMING_BYTES;
  });
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name),
    headersBytes,
    address: request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown",
    body: request.body,
  };
}

export function toResponse(answer: ApiResponse, isHead: boolean): Response {
  return new Response(isHead ? null : answer.body, { status: answer.status, headers: answer.headers });
}
