import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isNearLimit, markNearLimit } from "./near-limit";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("remembers for ten minutes that few units were left", () => {
  markNearLimit("bil_many", { remaining: 2_000 });
  markNearLimit("bil_unlimited", { remaining: null });
  markNearLimit("bil_few", { remaining: 1_999 });
  expect(["bil_many", "bil_unlimited", "bil_few"].map(isNearLimit)).toEqual([false, false, true]);
  vi.advanceTimersByTime(600_000);
  expect(isNearLimit("bil_few")).toBe(false);
});

test("forgets the entities that were marked first when there are too many", () => {
  for (let n = 0; n <= 10_000; n += 1) markNearLimit(`bil_${n}`, { remaining: 0 });
  expect(["bil_0", "bil_1", "bil_10000"].map(isNearLimit)).toEqual([false, true, true]);
});
