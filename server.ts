import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import next from "next";
import { startBackground } from "./inngest/start";
import { createKernel, pathOf } from "./lib/api/kernel";
import { fromNode, sendNode } from "./lib/api/node-exchange";
import { REGISTRY } from "./lib/api/registry";
import { ensureAuditPartitions } from "./lib/audit/partitions-store";
import { applyPageHeaders, isForeignPost, readClientAddress } from "./lib/front-door/page-headers";
import { answerParserError, noteAnswer } from "./lib/front-door/parser-error";
import { isApiTarget, readTarget } from "./lib/front-door/request-target";
import { answerTools } from "./lib/mcp/endpoint";
import { FAST_LANE as OAUTH_LANE } from "./lib/oauth/endpoints";
import { closeDatabase } from "./lib/platform/db";
import { env } from "./lib/platform/env";
import { PARSER_HEADERS_MAX_BYTES } from "./lib/platform/limits";
import { log } from "./lib/platform/log";

/** What is answered here besides `/v1`, without Next. */
const FAST_LANE = new Map([...OAUTH_LANE, ["/mcp", answerTools]]);

const GRACE_MS = 25_000;

export interface RunningServer {
  url: string;
  /** Finishes the requests in flight, then lets go of everything. */
  close(): Promise<void>;
}

/** The front door: `/v1` goes straight to the kernel, tokens and tools straight to their endpoints, everything else to Next. */
export async function startServer({ dev }: { dev: boolean }): Promise<RunningServer> {
  const { HOST, PORT, SVC_BASE_URL } = env();
  // next-auth reads its address from the environment alone.
  process.env["NEXTAUTH_URL"] = SVC_BASE_URL;
  const app = next({ dev, dir: process.cwd(), hostname: HOST, port: PORT });
  await ensureAuditPartitions();
  const kernel = createKernel(REGISTRY);

  const server = createServer({ maxHeaderSize: PARSER_HEADERS_MAX_BYTES, keepAliveTimeout: 65_000 });
  await listen(server, PORT, HOST);
  const prepared = app.prepare();
  server.on("request", (request, response) => {
    noteAnswer(request.socket, response);
    void answer(request, response).catch((error: unknown) => {
      log().error({ error }, "a request could not be answered");
      response.destroy();
    });
  });
  server.on("clientError", (error: Error & { code?: string }, socket: Socket) => void answerParserError(error, socket));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.url = readTarget(request.url);
    if (isApiTarget(request.url)) {
      sendNode(response, await kernel(fromNode(request)), request.method === "HEAD");
      return;
    }
    const endpoint = FAST_LANE.get(pathOf({ target: request.url }));
    if (endpoint) {
      sendNode(response, await endpoint(fromNode(request), readClientAddress(request)), request.method === "HEAD");
      return;
    }
    if (isForeignPost(request)) {
      response
        .writeHead(403, { "content-type": "text/plain; charset=utf-8" })
        .end("This request came from another site.\n");
      return;
    }
    applyPageHeaders(request, response, dev);
    await prepared;
    await app.getRequestHandler()(request, response);
  }

  await prepared;
  if (dev) {
    const upgrade = app.getUpgradeHandler();
    server.on("upgrade", (request, socket, head) => void upgrade(request, socket, head));
  }
  const background = await startBackground();
  return {
    url: SVC_BASE_URL,
    async close() {
      await drain(server);
      await background.stop();
      await app.close();
      await closeDatabase();
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** No new connections; idle ones end now, busy ones when their answer is out, all of them after the grace. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(grace);
}
