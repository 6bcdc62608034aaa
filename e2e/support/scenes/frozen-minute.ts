import { afterAll, beforeAll, vi } from "vitest";

/** Windows are aligned to the minute: a test that ran across its end would see two of them. */
export function useFrozenMinute(): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 + 5_000 });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}
