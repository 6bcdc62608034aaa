import { recordLoad } from "../lib/admin/monitoring/record-load";
import { startSpans } from "../lib/admin/monitoring/send-spans";
import { startMetrics } from "../lib/admin/monitoring/serve-metrics";
import { warnOfOpenNetworks } from "../lib/agents/connectors/private-targets";
import { startSequencer } from "../lib/audit/proof/run-sequencer";
import { resealStored } from "../lib/db/reseal";
import { log } from "../lib/platform/log";
import { type Background, isWorking, type Role, startBackground } from "./start";

export async function startWork(role: Role): Promise<Background> {
  warnOfOpenNetworks();
  const metrics = await startMetrics();
  const spans = startSpans();
  const load = recordLoad();
  const background = await startBackground(role);
  const sequencer = isWorking(role) ? startSequencer() : null;
  // Older formats stay readable, so nothing waits for the resealing.
  if (isWorking(role))
    resealStored().catch((error: unknown) => log().error({ error }, "stored secrets could not be sealed again"));
  return {
    async stop() {
      await background.stop();
      await sequencer?.stop();
      // Load, spans and metrics end after everything that they measure.
      await load.stop();
      await spans.stop();
      await metrics.stop();
    },
  };
}
