import { serve } from "inngest/edge";
import { inngest } from "../../inngest/client";
import { embeddedEvents } from "../../inngest/embedded/event-door";
import { startRunner } from "../../inngest/embedded/runner";
import { runAgent, testConnector } from "../../inngest/run-agent";
import type { ActionName } from "../../lib/agents/connectors/connector";
import { startRun } from "../../lib/agents/runs/start-run";
import { connectSignals } from "../../lib/platform/background";

/** A process that accepts agent runs and works on them, for tests that kill it; started by e2e/process/agent-runs.test.ts. */
export interface Order {
  userId: string;
  connectorId: string;
  action: ActionName;
  body: unknown;
}

const handler = serve({ client: inngest, functions: [runAgent, testConnector] });
await startRunner({ handler, door: embeddedEvents(), leaseMs: 20_000, pollMs: 300 });
connectSignals((signals) => inngest.send(signals.map((signal) => ({ ...signal, data: { ...signal.data } }))));
process.on("message", (orders: Order[]) => {
  void Promise.all(
    orders.map(({ userId, connectorId, action, body }) => startRun(userId, connectorId, action, body)),
  ).then(() => process.send?.("accepted"));
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
