import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answerInngest } from "./inngest/entry";
import { prepareDatabase } from "./inngest/prepare-database";
import { startWork } from "./inngest/start-work";
import { closeDatabase } from "./lib/db/pool";
import { announceStop, drain, listen } from "./lib/front-door/listen";
import { adoptConsole } from "./lib/front-door/printed-errors";
import { answerJson, findProbe } from "./lib/front-door/probes";
import { answerWeb } from "./lib/front-door/web-request";
import { env } from "./lib/platform/env";
import { log } from "./lib/platform/log";
import type { RunningServer } from "./server";

export async function startWorker(): Promise<RunningServer> {
  const { HOST, PORT, SVC_BASE_URL } = env();
  await prepareDatabase();
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      log().error({ error }, "a request to a worker could not be answered");
      response.destroy();
    });
  });
  const announce = announceStop(server);
  await listen(server, PORT, HOST);
  adoptConsole();
  const work = await startWork("worker");
  return {
    url: `http://${HOST}:${PORT}`,
    async close() {
      await announce(0);
      await drain(server);
      await work.stop();
      await closeDatabase();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = "/"] = (request.url ?? "/").split("?");
    const answerPath = path === "/api/inngest" ? answerInngest : findProbe(path);
    await answerWeb(answerPath ?? (() => answerJson(404, { error: "not_found" })), request, response, SVC_BASE_URL);
  }
}
