import { beforeEach, expect, test } from "vitest";
import { countLoad, emptyLoad, readPercentileMs, returnLoad, takeLoad } from "./load";

beforeEach(() => void takeLoad());

test("counts 5xx and 429 apart, and durations of the API alone", () => {
  countLoad(200, 3);
  countLoad(404, 3);
  countLoad(429, 1);
  countLoad(503, null);
  countLoad(null, null);
  const load = takeLoad();
  expect(load).toMatchObject({ requests: 5, failed: 1, limited: 1 });
  expect(load.durations.reduce((sum, requests) => sum + requests)).toBe(3);
  expect(takeLoad()).toEqual(emptyLoad());
});

test("adds counts that were not stored to those since", () => {
  countLoad(500, 20);
  const unsaved = takeLoad();
  countLoad(200, 20);
  returnLoad(unsaved);
  const load = takeLoad();
  expect(load).toMatchObject({ requests: 2, failed: 1 });
  expect(Math.max(...load.durations)).toBe(2);
});

test.each([0.2, 1, 7, 49, 180, 2_500, 30_000])("reads a percentile of %d ms to a fifth, and never below", (ms) => {
  countLoad(200, ms);
  const p99 = readPercentileMs(takeLoad().durations, 0.99) ?? Number.NaN;
  expect(p99).toBeGreaterThanOrEqual(ms);
  expect(p99).toBeLessThanOrEqual(Math.max(1, ms * 1.2));
});

test("one slow request of 200 is above the percentile, three are not", () => {
  for (let n = 0; n < 199; n += 1) countLoad(200, 4);
  countLoad(200, 1_000);
  expect(readPercentileMs(takeLoad().durations, 0.99)).toBeLessThan(5);
  for (let n = 0; n < 197; n += 1) countLoad(200, 4);
  for (let n = 0; n < 3; n += 1) countLoad(200, 1_000);
  expect(readPercentileMs(takeLoad().durations, 0.99)).toBeGreaterThanOrEqual(1_000);
});

test("puts hours, zero and clocks that went back into the outer buckets", () => {
  for (const ms of [0, -5, 3_600_000]) countLoad(200, ms);
  const { durations } = takeLoad();
  expect([durations.at(0), durations.at(-1)]).toEqual([2, 1]);
});

test("there is no percentile without requests", () => expect(readPercentileMs(emptyLoad().durations, 0.99)).toBeNull());
