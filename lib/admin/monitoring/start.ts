import { startSpans } from "./send-spans";
import { startMetrics } from "./serve-metrics";

export interface Monitoring {
  /** After everything that is measured. */
  stop(): Promise<void>;
}

/** Metrics, spans, or neither: as the environment says. */
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
