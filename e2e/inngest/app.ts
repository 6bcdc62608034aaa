import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { answerInngest } from "../../inngest/entry";
import { startBackground } from "../../inngest/start";
import { closeDatabase } from "../../lib/db/pool";
import { backgroundHealth } from "../../lib/platform/background";
import { env } from "../../lib/platform/env";

/** The service's background functions and their endpoint alone. Started by e2e/inngest with Inngest's variables. */
async function answer(url: URL, method: string, headers: HeadersInit, body: Buffer): Promise<Response> {
  if (url.pathname === "/health") return Response.json(backgroundHealth());
  const hasBody = method !== "GET" && method !== "HEAD";
  return answerInngest(new Request(url, { method, headers, ...(hasBody ? { body: new Uint8Array(body) } : {}) }));
}

const server = createServer((request, response) => {
  const headers = request.headers as Record<string, string>;
  buffer(request)
    .then((body) => answer(new URL(request.url ?? "/", env().SVC_BASE_URL), request.method ?? "GET", headers, body))
    .then(async (answered) => {
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      response.end(Buffer.from(await answered.arrayBuffer()));
    })
    .catch(() => response.destroy());
});

server.listen(env().PORT, "127.0.0.1", () => {
  void startBackground().then((background) => {
    process.send?.("ready");
    process.once("SIGTERM", () => {
      server.closeAllConnections();
      server.close();
      void background
        .stop()
        .then(closeDatabase)
        .then(() => process.exit());
    });
  });
});
process.once("disconnect", () => process.exit());
