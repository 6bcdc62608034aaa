import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { prepareDatabase } from "./inngest/prepare-database";
import type { Role } from "./inngest/start";
import { startWork } from "./inngest/start-work";
import { answerTools } from "./lib/agents/mcp/endpoint";
import { createKernel } from "./lib/api/kernel";
import { answerNode, fromNode } from "./lib/api/node-http";
import { flushExcess } from "./lib/audit/address-excess";
import { closeDatabase } from "./lib/db/pool";
import { REGISTRY } from "./lib/docs/surface/registry";
import { findTransfer } from "./lib/files/transfer/endpoints";
import { admit } from "./lib/front-door/admit";
import { ownDetachedSockets } from "./lib/front-door/detached-sockets";
import { announceStop, drain, listen } from "./lib/front-door/listen";
import { openPages } from "./lib/front-door/next-pages";
import { answerParserError } from "./lib/front-door/parser-error";
import { adoptConsole } from "./lib/front-door/printed-errors";
import { answerJson, findProbe } from "./lib/front-door/probes";
import { sendTransfer } from "./lib/front-door/send-transfer";
import { nameArea, type WatchedRequest, watchRequest } from "./lib/front-door/watch-request";
import { answerWeb } from "./lib/front-door/web-request";
import { FAST_LANE as OAUTH_LANE } from "./lib/oauth/endpoints";
import { env } from "./lib/platform/env";
import { PARSER_HEADERS_MAX_BYTES } from "./lib/platform/limits";
import { log } from "./lib/platform/log";
import { closePresence } from "./lib/rooms/publish-presence";
import { closeLiveRooms } from "./lib/rooms/watch-room";
import { closeListenerStreams } from "./lib/webhooks/listeners/streams";

const kernel = createKernel(REGISTRY);
const FAST_LANE = new Map([...OAUTH_LANE, ["/mcp", answerTools]]);

export interface RunningServer {
  url: string;
  close(): Promise<void>;
}

export async function startServer({ dev, role = "all" }: { dev: boolean; role?: Role }): Promise<RunningServer> {
  const { HOST, PORT, SVC_BASE_URL, SVC_STOP_DELAY_SECONDS } = env();
  // next-auth reads its address from the environment alone.
  process.env["NEXTAUTH_URL"] = SVC_BASE_URL;
  const pages = role === "api" ? null : await openPages(dev, new URL(".", import.meta.url));
  await prepareDatabase();

  // `admit` refuses requests without a Host; Node's own response has no body and leaves no row.
  const options = { maxHeaderSize: PARSER_HEADERS_MAX_BYTES, keepAliveTimeout: 65_000, requireHostHeader: false };
  const server = createServer(options);
  // Node silently drops headers beyond 1,000, credentials too, so only their size is limited.
  server.maxHeadersCount = 0;
  const announce = announceStop(server);
  await listen(server, PORT, HOST);
  const prepared = pages?.prepare();
  server.on("request", (request, response) => {
    void answer(request, response).catch((error: unknown) => {
      log().error({ error }, "a request could not be answered");
      response.destroy();
    });
  });
  // RFC 9110 §10.1.1: unknown expectations are ignored; Node would respond 417 without a row.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  const destroyDetached = ownDetachedSockets(server, pages?.upgrades ?? null);
  server.on("clientError", (error: Error & { code?: string }, socket: Socket) => void answerParserError(error, socket));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const watched = watchRequest(request, response);
    const admitted = await admit(request, response);
    if (admitted === null) return;
    const { target, path, address, isApi } = admitted;
    request.url = target;
    const endpoint = isApi ? callKernel(watched) : FAST_LANE.get(path);
    if (!isApi) watched.route = endpoint ? path : nameArea(path);
    if (endpoint) return answerNode(endpoint, request, response, address);
    const transfer = findTransfer(path);
    if (transfer) return sendTransfer(response, await transfer(fromNode(request, address)));
    if (pages) return pages.answer(request, response, path);
    await answerWeb(findProbe(path) ?? refusePage, request, response, SVC_BASE_URL);
  }

  await prepared;
  // Errors of a failing start are for a person, not for the log.
  if (!dev) adoptConsole();
  const background = await startWork(role);
  return {
    url: SVC_BASE_URL,
    async close() {
      await announce(SVC_STOP_DELAY_SECONDS * 1000);
      await Promise.all([drain(server), endStreams(destroyDetached)]);
      await background.stop();
      await pages?.close();
      await endStores();
    },
  };
}

async function endStreams(destroyDetached: () => void): Promise<void> {
  closeLiveRooms();
  await Promise.all([closePresence(), closeListenerStreams()]);
  destroyDetached();
}

async function endStores(): Promise<void> {
  await flushExcess();
  await closeDatabase();
}

function callKernel(watched: WatchedRequest): typeof kernel {
  return async (request) => {
    const answered = await kernel(request);
    watched.route = answered.route ?? watched.route;
    return answered;
  };
}

/** A proxy that sends pages here is set up wrong, so the text is for its operator. */
function refusePage(): Response {
  const message = "This process answers requests of programs alone. Send pages to a process of the role web.";
  return answerJson(404, { error: { code: "not_found", message } });
}
