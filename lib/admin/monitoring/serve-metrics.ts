import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { env } from "../../platform/env";
import { log } from "../../platform/log";
import { connectMeters } from "../../platform/meters";
import { readGauges } from "./read-gauges";
import { watchBacklog } from "./refresh-backlog";
import { createMetrics, type Metrics } from "./registry";

const PATH = "/metrics";

export interface MetricsServer {
  stop(): Promise<void>;
}

/** Metrics have their own port, which no proxy exposes. Without SVC_METRICS_PORT prom-client is not even loaded. */
export async function startMetrics(refreshEveryMs?: number): Promise<MetricsServer> {
  const { SVC_METRICS_PORT, SVC_METRICS_HOST } = env();
  if (SVC_METRICS_PORT === undefined) return { stop: () => Promise.resolve() };
  const prometheus = await import("prom-client");
  const server = createServer();
  await listen(server, SVC_METRICS_PORT, SVC_METRICS_HOST);
  const backlog = watchBacklog(refreshEveryMs);
  const metrics = createMetrics(prometheus, () => readGauges(backlog));
  server.on("request", (request, response) => void answer(metrics, request, response));
  connectMeters(metrics);
  log().info({ host: SVC_METRICS_HOST, port: SVC_METRICS_PORT }, "metrics are served");
  return {
    async stop() {
      connectMeters(null);
      await backlog.stop();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

async function answer(metrics: Metrics, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.split("?")[0] !== PATH) return void response.writeHead(404).end();
  if (request.method !== "GET" && request.method !== "HEAD")
    return void response.writeHead(405, { allow: "GET, HEAD" }).end();
  try {
    const body = await metrics.write();
    response.writeHead(200, { "content-type": metrics.contentType, "cache-control": "no-store" }).end(body);
  } catch (error) {
    log().error({ error }, "the metrics could not be written");
    response.writeHead(500).end();
  }
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
