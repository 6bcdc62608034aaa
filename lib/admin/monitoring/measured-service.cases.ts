import { createServer } from "node:http";
import { afterAll, beforeAll, vi } from "vitest";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { type Loopback, listen } from "../../../e2e/support/servers/loopback";
import { findFreePort } from "../../../scripts/database/free-port.mjs";
import { createKernel } from "../../api/kernel";
import { answerNode } from "../../api/node-http";
import { closeDatabase } from "../../db/pool";
import { REGISTRY } from "../../docs/surface/registry";
import { watchRequest } from "../../front-door/watch-request";
import { shared } from "../../platform/shared";
import type { BurstBackend } from "../../usage/burst";
import { createMemoryBurst } from "../../usage/memory-burst";
import { type MetricsServer, startMetrics } from "./serve-metrics";

/** Often enough that tests need not wait, and through the same code. */
const REFRESH_EVERY_MS = 50;

/** `/v1` behind a server that measures as the front door does, and its metrics. The limits backend can be cut off. */
export function useMeasuredService(variables: Readonly<Record<string, string>> = {}) {
  const state = { url: "", metricsUrl: "", isLimiting: true };
  let metrics: MetricsServer;
  let front: Loopback;
  const kernel = createKernel(REGISTRY);
  const server = createServer((request, response) => {
    const watched = watchRequest(request, response);
    const ask: typeof kernel = async (incoming) => {
      const answered = await kernel(incoming);
      watched.route = answered.route ?? watched.route;
      return answered;
    };
    void answerNode(ask, request, response, "192.0.2.7");
  });
  const stop = () => metrics.stop();

  beforeAll(async () => {
    const port = await findFreePort();
    for (const [name, value] of Object.entries({ ...variables, SVC_METRICS_PORT: String(port) }))
      vi.stubEnv(name, value);
    await closeDatabase();
    resetShared();
    const memory = createMemoryBurst();
    const backend: BurstBackend = {
      take: (axes, window) => (state.isLimiting ? memory.take(axes, window) : Promise.reject(new Error("cut off"))),
      isReady: () => Promise.resolve(state.isLimiting),
    };
    shared("burst-backend", () => backend);
    metrics = await startMetrics(REFRESH_EVERY_MS);
    front = await listen(server);
    state.url = front.url;
    state.metricsUrl = `http://127.0.0.1:${port}/metrics`;
  });
  afterAll(async () => {
    await stop();
    await front.close();
    vi.unstubAllEnvs();
  });

  /** null: it does not answer. */
  const scrape = async (): Promise<string | null> => {
    const response = await fetch(state.metricsUrl).catch(() => null);
    return response?.ok === true ? response.text() : null;
  };
  return { state, scrape, stop };
}
