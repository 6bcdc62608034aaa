import { createServer } from "node:http";
import { createKernel } from "../../lib/api/kernel";
import { fromNode, sendNode } from "../../lib/api/node-exchange";
import { REGISTRY } from "../../lib/api/registry";
import { closeDatabase } from "../../lib/platform/db";
import { env } from "../../lib/platform/env";

/** The front door's way of serving `/v1`, without Next behind it: it is up in a moment. Started by kernel-process.ts. */
const kernel = createKernel(REGISTRY);
const server = createServer((request, response) => {
  kernel(fromNode(request))
    .then((answer) => sendNode(response, answer, request.method === "HEAD"))
    .catch(() => response.destroy());
});

const end = () => {
  server.close(() => void closeDatabase().then(() => process.exit()));
  server.closeIdleConnections();
};
process.once("SIGTERM", end);
// The test that started it is gone.
process.once("disconnect", () => process.exit());

server.listen(env().PORT, "127.0.0.1", () => process.send?.("ready"));
