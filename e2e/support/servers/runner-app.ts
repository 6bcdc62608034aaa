import { Inngest, type InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import { createEventEntry } from "../../../inngest/embedded/event-entry";
import { type Runner, type RunnerOptions, startRunner } from "../../../inngest/embedded/runner";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** Runners that are still running and must be stopped after the test. */
export const running = new Set<Runner>();

/**
 * A small app of its own for one test: functions, a client, and as many runners as it starts. They are stopped after it.
 *
 *   const app = createTestApp((client) => [client.createFunction({ id: "f", triggers: [{ event: "e" }] }, …)]);
 *   await app.start();
 *   await app.client.send({ name: "e", data: {} });
 */
export function createTestApp(
  define: (client: Inngest) => readonly InngestFunction.Any[],
  id = `test${Math.random().toString(36).slice(2)}`,
) {
  const door = createEventEntry();
  const client = new Inngest({ id, isDev: true, fetch: door.fetch, logger: SILENT, aiMetadata: false });
  const functions = [...define(client)];
  const handler = serve({ client, functions });
  return {
    id,
    client,
    functions,
    handler,
    /** Events go to the runner that was started last. */
    async start(options: Partial<RunnerOptions> = {}): Promise<Runner> {
      const runner = await startRunner({ handler, door, pollMs: 200, ...options });
      running.add(runner);
      return runner;
    },
  };
}
