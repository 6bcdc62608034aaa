import { createServer, request as sendRequest } from "node:http";
import { withDatabase } from "../database/migrate.mjs";

/** The path marks the demo's own address: one that a person entered is left alone. */
const PATH = "/demo-receiver";
/** The receivers of the guides listen here. The demo never binds it, so that anyone can. */
const GUIDE_PORT = 4010;
const BODY_MAX_BYTES = 1024 * 1024;
const LISTENER_TIMEOUT_MS = 10_000;

/**
 * Leads the demo's webhooks to a receiver of its own. Without it they would be deactivated after 20 failures.
 * @param {{ webhookIds: string[], databaseUrl: string }} demo
 */
export async function openDemoReceiver({ webhookIds, databaseUrl }) {
  const receiver = await startReceiver(GUIDE_PORT);
  await withDatabase(databaseUrl, (client) =>
    client.query(
      `UPDATE webhooks SET url = $2 || substring(url from '/\\w+$')
       WHERE id = ANY($1) AND url ~ '^http://127[.]0[.]0[.]1:(${GUIDE_PORT}|\\d+${PATH})/(v1|v2|inactive)$'`,
      [webhookIds, receiver.url],
    ),
  );
  return receiver;
}

/**
 * Passes each delivery on to whatever listens on the port, and answers 200 while nothing does.
 * @param {number} listenerPort
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startReceiver(listenerPort) {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(`${PATH}/`)) return response.writeHead(404).end();
    void passOn(request, response, listenerPort).catch(() => response.destroy());
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(undefined));
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}${PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response @param {number} port */
async function passOn(request, response, port) {
  const body = await readBody(request);
  const answer = await post(request, body, port);
  if (answer === null) return response.writeHead(200, { "content-type": "text/plain" }).end("ok\n");
  const { "content-type": type, "retry-after": retryAfter } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, {
    ...(type ? { "content-type": type } : {}),
    ...(retryAfter ? { "retry-after": retryAfter } : {}),
  });
  answer.pipe(response);
}

/**
 * The exact bytes and headers, which the signature is for. null: nobody listens.
 * @param {import("node:http").IncomingMessage} request @param {Buffer} body @param {number} port
 * @returns {Promise<import("node:http").IncomingMessage | null>}
 */
function post({ method, url = "", headers }, body, port) {
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest({
      host: "127.0.0.1",
      port,
      method,
      path: url.slice(PATH.length),
      headers: { ...headers, host: `127.0.0.1:${port}`, connection: "close" },
      signal: AbortSignal.timeout(LISTENER_TIMEOUT_MS),
    });
    outgoing.once("response", resolve);
    outgoing.once("error", (error) =>
      "code" in error && error.code === "ECONNREFUSED" ? resolve(null) : reject(error),
    );
    outgoing.end(body);
  });
}

/** @param {import("node:http").IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new Error("The body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
