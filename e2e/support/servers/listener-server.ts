import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { POST as beat } from "../../../app/api/cli/listeners/[listenerId]/beat/route";
import { POST as answer } from "../../../app/api/cli/listeners/[listenerId]/deliveries/[deliveryId]/route";
import { GET as stream } from "../../../app/api/cli/listeners/[listenerId]/stream/route";
import { POST as start } from "../../../app/api/cli/listeners/route";
import { env } from "../../../lib/platform/env";

/** Serves the paths of `svc listen` by their own route files, without Next, so it starts in a moment. */
type Handler = (request: Request, context: { params: Promise<never> }) => Promise<Response>;

const ROUTES: readonly (readonly [string, RegExp, Handler])[] = [
  ["POST", /^\/api\/cli\/listeners$/, start],
  ["GET", /^\/api\/cli\/listeners\/(?<listenerId>[^/]+)\/stream$/, stream],
  ["POST", /^\/api\/cli\/listeners\/(?<listenerId>[^/]+)\/beat$/, beat],
  ["POST", /^\/api\/cli\/listeners\/(?<listenerId>[^/]+)\/deliveries\/(?<deliveryId>[^/]+)$/, answer],
];

const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = "", url = "" } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
  const request = new Request(`http://127.0.0.1${url}`, { method, headers, body, signal: gone.signal });
  for (const [of, pattern, handler] of ROUTES) {
    const match = of === method ? pattern.exec(url) : null;
    if (!match) continue;
    const params = Promise.resolve(match.groups ?? {}) as Promise<never>;
    return send(outgoing, await handler(request, { params }));
  }
  outgoing.writeHead(404).end();
}

async function send(outgoing: ServerResponse, { status, headers, body }: Response): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  const reader = body?.getReader();
  outgoing.once("close", () => void reader?.cancel().catch(() => undefined));
  for (;;) {
    const read = await reader?.read();
    if (!read || read.done) break;
    outgoing.write(read.value);
  }
  outgoing.end();
}

// The test that started this process is gone.
process.once("disconnect", () => process.exit());
server.listen(env().PORT, "127.0.0.1", () => process.send?.("ready"));
