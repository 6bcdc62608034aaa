import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import next from "next";
import { prepareDatabase } from "./inngest/prepare-database";
import type { Role } from "./inngest/start";
import { startWork } from "./inngest/start-work";
import { createKernel } from "./lib/api/kernel";
import { answerNode, fromNode } from "./lib/api/node-http";
import { flushExcess } from "./lib/audit/address-excess";
import { findTransfer } from "./lib/files/transfer/endpoints";
import { admit, isDecodablePath } from "./lib/front-door/admit";
import { openBuilt } from "./lib/front-door/built-pages";
import { ownDetachedSockets } from "./lib/front-door/detached-sockets";
import { announceStop, drain, listen } from "./lib/front-door/listen";
import { applyPageHeaders, isForeignPost } from "./lib/front-door/page-headers";
import { answerPage } from "./lib/front-door/page-status";
import { answerParserError, noteAnswer } from "./lib/front-door/parser-error";
import { adoptConsole } from "./lib/front-door/printed-errors";
import { sendTransfer } from "./lib/front-door/send-transfer";
import { nameArea, type WatchedRequest, watchRequest } from "./lib/front-door/watch-request";
import { answerTools } from "./lib/mcp/endpoint";
import { FAST_LANE as OAUTH_LANE } from "./lib/oauth/endpoints";
import { env } from "./lib/platform/env";
import { PARSER_HEADERS_MAX_BYTES } from "./lib/platform/limits";
import { log } from "./lib/platform/log";
import { closeDatabase } from "./lib/platform/pool";
import { closeLiveRooms } from "./lib/rooms/watch-room";
import { REGISTRY } from "./lib/surface/registry";
import { closeListenerStreams } from "./lib/webhooks/listeners/keep-streams";

const kernel = createKernel(REGISTRY);
/** Paths besides `/v1` that are answered here, without Next. */
const FAST_LANE = new Map([...OAUTH_LANE, ["/mcp", answerTools]]);

export interface RunningServer {
  url: string;
  /** Finishes the requests in flight, then releases everything. */
  close(): Promise<void>;
}

/** The front door: `/v1` goes straight to the kernel; tokens, tools and file bytes to their endpoints; the rest to Next. */
export async function startServer({ dev, role = "all" }: { dev: boolean; role?: Role }): Promise<RunningServer> {
  const { HOST, PORT, SVC_BASE_URL, SVC_STOP_DELAY_SECONDS } = env();
  // next-auth reads its address from the environment alone.
  process.env["NEXTAUTH_URL"] = SVC_BASE_URL;
  const { app, upgrades } = openNext(dev);
  const prepareBuilt = dev ? null : openBuilt(new URL(".", import.meta.url));
  await prepareDatabase();

  const server = createServer({ maxHeaderSize: PARSER_HEADERS_MAX_BYTES, keepAliveTimeout: 65_000 });
  const announce = announceStop(server);
  await listen(server, PORT, HOST);
  const prepared = app.prepare();
  server.on("request", (request, response) => {
    noteAnswer(request.socket, response);
    void answer(request, response).catch((error: unknown) => {
      log().error({ error }, "a request could not be answered");
      response.destroy();
    });
  });
  const destroyDetached = ownDetachedSockets(server, upgrades);
  server.on("clientError", (error: Error & { code?: string }, socket: Socket) => void answerParserError(error, socket));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const watched = watchRequest(request, response);
    const admitted = await admit(request, response);
    if (admitted === null) return;
    const { target, path, address, isApi } = admitted;
    request.url = target;
    const endpoint = isApi ? askKernel(watched) : FAST_LANE.get(path);
    if (!isApi) watched.route = endpoint ? path : nameArea(path);
    if (endpoint) return answerNode(endpoint, request, response, address);
    const transfer = findTransfer(path);
    if (transfer) return sendTransfer(response, await transfer(fromNode(request, address)));
    if (!isDecodablePath(path)) return refuse(response, 400, "The path of this address cannot be decoded.");
    if (isForeignPost(request)) return refuse(response, 403, "This request came from another site.");
    const nonce = applyPageHeaders(request, response, dev);
    if (prepareBuilt && (await prepareBuilt(path, nonce, request, response))) return;
    await prepared;
    await answerPage(request, response, () => app.getRequestHandler()(request, response));
  }

  await prepared;
  // Only now: the errors of a failing start are for a person, not for the log.
  if (!dev) adoptConsole();
  const background = await startWork(role);
  return {
    url: SVC_BASE_URL,
    async close() {
      await announce(SVC_STOP_DELAY_SECONDS * 1000);
      await Promise.all([drain(server), endStreams(destroyDetached)]);
      await background.stop();
      await app.close();
      await endStores();
    },
  };
}

/** Those who read them open them again elsewhere. */
async function endStreams(destroyDetached: () => void): Promise<void> {
  closeLiveRooms();
  await closeListenerStreams();
  destroyDetached();
}

/** After everything that writes. */
async function endStores(): Promise<void> {
  await flushExcess();
  await closeDatabase();
}

/** The kernel knows the template of the route. */
function askKernel(watched: WatchedRequest): typeof kernel {
  return async (request) => {
    const answered = await kernel(request);
    watched.route = answered.route ?? watched.route;
    return answered;
  };
}

/** Next listens for upgrades on a server of its own, never on ours. `quiet`: instrumentation.ts logs its errors. */
function openNext(dev: boolean) {
  const { HOST, PORT } = env();
  const httpServer = createServer();
  if (!dev) presetConfig();
  const app = next({ dev, dir: process.cwd(), hostname: HOST, port: PORT, httpServer, quiet: !dev });
  return { app, upgrades: dev ? httpServer : null };
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${reason}\n`);
}

/**
 * Gives Next the settings that the build computed, as its standalone output does. Reading next.config.ts again would load
 * two compilers and keep them: 40 MB.
 */
function presetConfig(): void {
  const built = readFileSync(new URL("required-server-files.json", import.meta.url), "utf8");
  const { config } = JSON.parse(built) as { config: unknown };
  process.env["__NEXT_PRIVATE_STANDALONE_CONFIG"] = JSON.stringify(config);
}
