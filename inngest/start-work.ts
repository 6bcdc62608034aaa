import { startMonitoring } from "../lib/admin/monitoring/start";
import { warnOfOpenNetworks } from "../lib/agents/connectors/private-targets";
import { startSequencer } from "../lib/audit/proof/run-sequencer";
import { resealStored } from "../lib/db/reseal";
import { log } from "../lib/platform/log";
import { type Background, isWorking, type Role, startBackground } from "./start";

/**
 * Starts what a process does beside requests: metrics, the background functions, the sealing of stored secrets under the
 * present key and the signing of the audit log. A process of the roles `api` and `web` only passes signals on.
 */
export async function startWork(role: Role): Promise<Background> {
  warnOfOpenNetworks();
  const monitoring = await startMonitoring();
  const background = await startBackground(role);
  const sequencer = isWorking(role) ? startSequencer() : null;
  // Nothing waits for the resealing, because older formats stay readable.
  if (isWorking(role))
    resealStored().catch((error: unknown) => log().error({ error }, "stored secrets could not be sealed again"));
  return {
    async stop() {
      await background.stop();
      await sequencer?.stop();
      await monitoring.stop();
    },
  };
}
