import { vi } from "vitest";

/** No test measures time: a busy disk or processor may take this long. */
export const PATIENCE_MS = 60_000;

/** Waits until the check passes, and fails with what the last check saw. */
export function eventually<T>(check: () => T | Promise<T>, timeout = PATIENCE_MS): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 });
}
