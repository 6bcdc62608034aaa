import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isNearLimit, noteUnits } from "./near-limit";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an entity is near its limit for ten minutes after few units were left", () => {
  noteUnits("bil_many", { remaining: 2_000 });
  noteUnits("bil_unlimited", { remaining: null });
  noteUnits("bil_few", { remaining: 1_999 });
  expect(["bil_many", "bil_unlimited", "bil_few"].map(isNearLimit)).toEqual([false, false, true]);
  vi.advanceTimersByTime(600_000);
  expect(isNearLimit("bil_few")).toBe(false);
});

test("of very many entities the ones that were noted last are remembered", () => {
  for (let n = 0; n <= 10_000; n += 1) noteUnits(`bil_${n}`, { remaining: 0 });
  expect(["bil_0", "bil_1", "bil_10000"].map(isNearLimit)).toEqual([false, true, true]);
});
