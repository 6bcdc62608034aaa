import fc from "fast-check";
import { expect, test } from "vitest";
import { type ThrottleRule, takePlace } from "./throttle";

function takePlaces(rule: ThrottleRule, arrivals: readonly number[]): number[] {
  let used = 0;
  return arrivals.map((nowMs) => {
    const place = takePlace(rule, used, nowMs);
    used = place.usedUntilMs;
    return place.startMs;
  });
}

test("without a burst starts are evenly spaced", () => {
  expect(takePlaces({ limit: 3, periodMs: 9_000, burst: 1 }, [1e6, 1e6, 1e6, 1e6 + 4_000])).toEqual([
    1e6,
    1e6 + 3_000,
    1e6 + 6_000,
    1e6 + 9_000,
  ]);
});

test("a burst starts at once; then they are spaced", () => {
  const rule = { limit: 3, periodMs: 9_000, burst: 3 };
  expect(takePlaces(rule, [0, 0, 0, 0, 0]).map((start) => start)).toEqual([0, 0, 0, 3_000, 6_000]);
});

test("whatever the arrivals: order kept, nothing early, and never more in a period than limit and burst allow", () => {
  fc.assert(
    fc.property(
      fc.record({
        limit: fc.integer({ min: 1, max: 20 }),
        periodMs: fc.integer({ min: 1_000, max: 60_000 }),
        burst: fc.integer({ min: 1, max: 10 }),
      }),
      fc.array(fc.nat(5_000), { minLength: 1, maxLength: 60 }),
      (rule, gaps) => {
        let now = 1e9;
        const arrivals = gaps.map((gap) => (now += gap));
        const starts = takePlaces(rule, arrivals);
        for (const [index, start] of starts.entries()) {
          expect(start).toBeGreaterThanOrEqual(arrivals[index] ?? 0);
          expect(start).toBeGreaterThanOrEqual(starts[index - 1] ?? 0);
          const within = starts.filter((other) => other >= start && other < start + rule.periodMs - 1);
          expect(within.length).toBeLessThanOrEqual(rule.limit + rule.burst - 1);
        }
      },
    ),
  );
});
