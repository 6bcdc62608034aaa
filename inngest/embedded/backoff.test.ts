import { expect, test } from "vitest";
import { findBackoffMs, findRetryMs, readRetryAfter } from "./backoff";

test.each([
  [0, 0, 1_000],
  [0, 1, 1_250],
  [1, 0, 2_000],
  [3, 0.5, 9_000],
  [30, 0, 600_000],
])("after attempt %i with chance %d: %i ms", (attempt, random, ms) => {
  expect(findBackoffMs(attempt, random)).toBe(ms);
});

test.each([
  [null, null],
  ["", null],
  ["soon", null],
  ["5", 6_000],
  ["1970-01-01T00:01:00.000Z", 60_000],
])("retry-after %j at 1 s is %j", (header, at) => {
  expect(readRetryAfter(header, 1_000)).toBe(at);
});

test.each([
  [0, { isFinal: false, retryAtMs: 5_000 }, 5_000],
  [0, { isFinal: true, retryAtMs: 5_000 }, null],
  [2, { isFinal: false, retryAtMs: null }, null],
] as const)("attempt %i, %j: the next is due at %j", (attempt, failure, dueAtMs) => {
  expect(findRetryMs(attempt, failure, 3, 1_000)).toBe(dueAtMs);
});

test("retries after the backoff when nothing else is asked", () => {
  const dueAtMs = findRetryMs(1, { isFinal: false, retryAtMs: null }, 3, 1_000) ?? 0;
  expect(dueAtMs).toBeGreaterThanOrEqual(3_000);
  expect(dueAtMs).toBeLessThanOrEqual(3_500);
});
