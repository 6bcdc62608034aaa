import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { fromNode, sendNode } from "../lib/api/node-http";
import { createMessage, listMessages, readMe } from "./statements";

/** The physical limit (`node`), and the same handler behind our front door's own reading and writing (`door`). */
const useDoor = process.argv[2] === "door";

async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function answer(method: string, path: string, body: AsyncIterable<Uint8Array> | null): Promise<string> {
  if (path === "/me") return readMe();
  return method === "POST" ? createMessage(await readText(body)) : listMessages();
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const status = request.method === "POST" ? 201 : 200;
  if (useDoor) {
    const incoming = fromNode(request, request.socket.remoteAddress ?? "unknown");
    const body = await answer(incoming.method, incoming.target, incoming.body);
    sendNode(response, { status, headers: { "content-type": "application/json" }, body }, false);
    return;
  }
  const body = await answer(request.method ?? "GET", request.url ?? "/", request);
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

const server = createServer((request, response) => void serve(request, response));
server.listen(Number(process.env["PORT"]), "127.0.0.1", () => console.log("listening"));
