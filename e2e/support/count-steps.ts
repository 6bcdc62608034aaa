import { Session } from "node:inspector/promises";

export interface StepCounter {
  /** How many blocks of library code `work` enters: the same number on every machine, however busy. */
  count(work: () => void): Promise<number>;
  close(): void;
}

/** Counts work without a clock, by the engine's own coverage counters. */
export async function openStepCounter(): Promise<StepCounter> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return {
    async count(work) {
      // Taking the counters also resets them.
      await session.post("Profiler.takePreciseCoverage");
      work();
      const { result } = await session.post("Profiler.takePreciseCoverage");
      return result
        .filter(({ url }) => url.includes("node_modules"))
        .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
        .reduce((sum, { count }) => sum + count, 0);
    },
    close: () => session.disconnect(),
  };
}
