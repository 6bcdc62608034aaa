import { createServer } from "node:http";
import type { Socket } from "node:net";
import { createKernel } from "../../../lib/api/kernel";
import { fromNode, sendNode } from "../../../lib/api/node-http";
import { closeDatabase } from "../../../lib/db/pool";
import { REGISTRY } from "../../../lib/docs/surface/registry";
import { recordAnswer } from "../../../lib/front-door/listen";
import { answerParserError } from "../../../lib/front-door/parser-error";
import { connectSignals } from "../../../lib/platform/background";
import { env } from "../../../lib/platform/env";
import { PARSER_HEADERS_MAX_BYTES } from "../../../lib/platform/limits";
import { drainDeliveries } from "../../../lib/webhooks/delivery/dispatch";

/** Serves `/v1` as the front door does, without Next, so it starts in a moment. Started by kernel-process.ts. */
const kernel = createKernel(REGISTRY);
const server = createServer({ maxHeaderSize: PARSER_HEADERS_MAX_BYTES }, (request, response) => {
  recordAnswer(request.socket, response);
  kernel(fromNode(request, request.socket.remoteAddress ?? "unknown"))
    .then((answer) => sendNode(response, answer, request.method === "HEAD"))
    .catch(() => response.destroy());
});
server.on("clientError", (error: Error, socket: Socket) => void answerParserError(error, socket));

// Does the work of the background functions without a runner: after each commit, and each second for retries.
const drain = () => drainDeliveries().catch(() => undefined);
connectSignals(drain);
setInterval(() => void drain(), 1_000).unref();

const end = () => {
  server.close(() => void closeDatabase().then(() => process.exit()));
  server.closeIdleConnections();
};
process.once("SIGTERM", end);
// The test that started this process is gone.
process.once("disconnect", () => process.exit());

server.listen(env().PORT, "127.0.0.1", () => process.send?.("ready"));
