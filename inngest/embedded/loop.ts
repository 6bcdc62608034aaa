import { log } from "../../lib/platform/log";

const BACKOFF_MS = [100, 250, 500, 1_000, 2_000];

export function createLoop(pass: () => Promise<void>, findDelayMs: () => number) {
  let underWay: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    do {
      isWanted = false;
      try {
        await pass();
        failures = 0;
      } catch (error) {
        if (failures === 0) log().warn({ error }, "the runner cannot reach its database; it goes on trying");
        failures += 1;
      }
    } while (isWanted && failures === 0 && !isStopped);
  }

  function kick(): void {
    if (isStopped) return;
    isWanted = true;
    if (underWay !== null) return;
    clearTimeout(timer);
    underWay = run().finally(() => {
      underWay = null;
      if (isWanted && failures === 0) kick();
      else arm();
    });
  }

  function arm(): void {
    if (isStopped) return;
    const backoff = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1];
    timer = setTimeout(kick, backoff ?? Math.max(1, findDelayMs()));
  }

  return {
    kick,
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
