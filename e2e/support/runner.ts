import { afterEach, vi } from "vitest";
import { running } from "./runner-app";

/** Call it at the top of the file. */
export function stopRunnersAfterEach(): void {
  afterEach(async () => {
    await Promise.all([...running].map((runner) => runner.stop(1_000)));
    running.clear();
  });
}

/** Waits until the condition holds, instead of sleeping for a fixed time. */
export function eventually<T>(check: () => T | Promise<T>, timeout = 10_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 });
}
