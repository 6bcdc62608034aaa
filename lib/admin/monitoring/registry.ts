import type { Gauge } from "prom-client";
import { COUNTERS, HISTOGRAMS, type Meters } from "../../platform/meters";
import { GAUGES, type Reading } from "./read-gauges";

/** Each family is a line of every scrape, so only those that operators look at are kept. */
const KEPT = new Set([
  "process_cpu_seconds_total",
  "process_start_time_seconds",
  "process_resident_memory_bytes",
  "process_open_fds",
  "process_max_fds",
  "nodejs_eventloop_lag_seconds",
  "nodejs_eventloop_lag_p99_seconds",
  "nodejs_heap_size_used_bytes",
  "nodejs_gc_duration_seconds",
  "nodejs_version_info",
]);

export interface Metrics extends Meters {
  readonly contentType: string;
  write(): Promise<string>;
}

type Prometheus = typeof import("prom-client");

export function createMetrics(prometheus: Prometheus, readGauges: () => Reading): Metrics {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = prometheus;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (!KEPT.has(name)) registry.removeSingleMetric(name);
  const counters = new Map(
    Object.entries(COUNTERS).map(([name, { help, labels }]) => [
      name,
      new Counter({ name, help, labelNames: labels, registers }),
    ]),
  );
  const histograms = new Map(
    Object.entries(HISTOGRAMS).map(([name, { help, labels, buckets }]) => [
      name,
      new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers }),
    ]),
  );
  const gauges = Object.entries(GAUGES).map(([name, { help, labels }]) => ({
    name: name as keyof Reading,
    label: labels[0],
    gauge: new Gauge({ name, help, labelNames: labels, registers }),
  }));
  return {
    contentType: registry.contentType,
    count: (name, labels, by) => counters.get(name)?.inc(labels, by),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    write() {
      const reading = readGauges();
      for (const { name, label, gauge } of gauges) setGauge(gauge, label, reading[name]);
      return registry.metrics();
    },
  };
}

function setGauge(gauge: Gauge, label: string | undefined, value: Reading[keyof Reading]): void {
  if (typeof value === "number") gauge.set(value);
  else for (const [state, count] of Object.entries(value)) gauge.set({ [label ?? ""]: state }, count);
}
