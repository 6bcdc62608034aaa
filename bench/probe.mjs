import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";

/** Loaded before the server: writes the event loop's delays and the collector's pauses since the last SIGUSR2 to BENCH_PROBE. */
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
/** @type {number[]} */
let pausesMs = [];
new PerformanceObserver((list) => pausesMs.push(...list.getEntries().map(({ duration }) => duration))).observe({
  entryTypes: ["gc"],
});
process.on("SIGUSR2", () => {
  const ms = (/** @type {number} */ nanoseconds) => Math.round(nanoseconds / 1e4) / 100;
  writeFileSync(
    process.env["BENCH_PROBE"] ?? "probe.json",
    JSON.stringify({ p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max), pausesMs }),
  );
  pausesMs = [];
  delay.reset();
});
