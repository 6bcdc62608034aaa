import type { Answer, Incoming } from "./exchange";

const FRAMING_BYTES = 4; // ": " and the line's end
/** Overwritten by the front door. Where Next runs by itself, the proxy in front of it must set it. */
const ADDRESS_HEADER = "x-svc-client-address";

export function fromRequest(request: Request): Incoming {
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
    address: request.headers.get(ADDRESS_HEADER) ?? "unknown",
    body: request.body,
  };
}

export function toResponse(answer: Answer, isHead: boolean): Response {
  return new Response(isHead ? null : answer.body, { status: answer.status, headers: answer.headers });
}
