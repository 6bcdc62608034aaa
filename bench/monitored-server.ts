import { createServer } from "node:http";
import { startMonitoring } from "../lib/admin/monitoring/start";
import { createKernel } from "../lib/api/kernel";
import { answerNode } from "../lib/api/node-http";
import { type Sequencer, startSequencer } from "../lib/audit/proof/run-sequencer";
import { REGISTRY } from "../lib/docs/surface/registry";
import { watchRequest } from "../lib/front-door/watch-request";
import { env } from "../lib/platform/env";

/** `/v1` measured as by the front door, as far as the environment says. The sequencer runs while its parent wants it. */
const kernel = createKernel(REGISTRY);
await startMonitoring();
const server = createServer((request, response) => {
  const watched = watchRequest(request, response);
  const ask: typeof kernel = async (incoming) => {
    const answered = await kernel(incoming);
    watched.route = answered.route ?? watched.route;
    return answered;
  };
  void answerNode(ask, request, response, "192.0.2.7");
});
server.listen(env().PORT, "127.0.0.1", () => console.log("listening"));

let sequencer: Sequencer | null = null;
process.on("message", (word) => {
  const change = async () => {
    await sequencer?.stop();
    sequencer = word === "sequence" ? startSequencer() : null;
    process.send?.(word);
  };
  void change();
});
