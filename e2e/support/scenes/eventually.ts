import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";

/** No test measures time: only a test that hangs may wait this long. */
const PATIENCE_MS = 240_000;

/** Waits until the check passes, and fails with what the last check saw. */
export function eventually<T>(check: () => T | Promise<T>, timeout = PATIENCE_MS): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 });
}

/** `eventually` moves a faked clock on while it waits; this one does not. */
export async function untilTrue(check: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (!(await check())) {
    if (performance.now() > deadlineMs) throw new Error("It did not become true.");
    await sleep(20);
  }
}
