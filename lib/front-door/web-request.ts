import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The web's Request cannot express some requests, such as TRACE. They get 400 and are no failure of the service. */
export async function answerWeb(
  handler: (request: Request) => Response | Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
  baseUrl: string,
): Promise<void> {
  const webRequest = toWebRequest(request, baseUrl);
  const answer = webRequest ? await handler(webRequest) : new Response(null, { status: 400 });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null || request.method === "HEAD") response.end();
  else await pipeline(answer.body, response);
}

function toWebRequest(request: IncomingMessage, baseUrl: string): Request | null {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const single of [value ?? []].flat()) headers.append(name, single);
  const { method = "GET" } = request;
  const isBare = method === "GET" || method === "HEAD";
  const body = isBare ? {} : { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: "half" };
  try {
    return new Request(new URL(request.url ?? "/", baseUrl), { method, headers, ...body });
  } catch {
    return null;
  }
}
