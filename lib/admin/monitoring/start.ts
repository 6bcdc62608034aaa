import { startSpans } from "./send-spans";
import { startMetrics } from "./serve-metrics";

export interface Monitoring {
  /** Call it after everything that is measured has stopped. */
  stop(): Promise<void>;
}

export async function startMonitoring(): Promise<Monitoring> {
  const metrics = await startMetrics();
  const spans = startSpans();
  return {
    async stop() {
      await spans.stop();
      await metrics.stop();
    },
  };
}
