import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resetShared } from "../../e2e/support/shared-state";
import { DELIVERIES_DUE } from "../events/wake";
import { connectSignals, type Signal } from "../platform/background";
import { RETRIES_DUE, scheduleRetry } from "./retry-schedule";

const START = Date.parse("2026-06-09T12:00:00.020Z");
let sent: Signal[];
const after = (ms: number) => new Date(START + ms);
const countOf = (name: string) => sent.filter((one) => one.name === name).length;

beforeEach(() => {
  resetShared();
  vi.useFakeTimers({ now: START });
  sent = [];
  connectSignals((signals) => {
    sent.push(...signals);
    return Promise.resolve();
  });
});
afterEach(() => {
  vi.useRealTimers();
  resetShared();
});

test("wakes the dispatcher once a retry is due, and not before", () => {
  scheduleRetry(after(2_000));
  vi.advanceTimersByTime(1_999);
  expect(countOf(DELIVERIES_DUE)).toBe(0);
  vi.advanceTimersByTime(51);
  expect(countOf(DELIVERIES_DUE)).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(countOf(DELIVERIES_DUE)).toBe(1);
});

test("a thousand failures at once share a wake, and a sleeping run for each second", () => {
  for (let n = 0; n < 1_000; n += 1) scheduleRetry(after(2_000));
  scheduleRetry(after(3_100));
  expect(sent.map(({ id, data }) => [id, data["dueAt"]])).toEqual([
    [`${RETRIES_DUE}:${Date.parse("2026-06-09T12:00:03Z")}`, "2026-06-09T12:00:03.000Z"],
    [`${RETRIES_DUE}:${Date.parse("2026-06-09T12:00:04Z")}`, "2026-06-09T12:00:04.000Z"],
  ]);
  vi.advanceTimersByTime(10_000);
  expect(countOf(DELIVERIES_DUE)).toBe(2);
});

test("every due instant is woken for, whatever the order in which the attempts fail", () => {
  for (const ms of [8_000, 2_000, 4_000, 2_300]) scheduleRetry(after(ms));
  for (const [ms, woken] of [
    [2_050, 1],
    [2_350, 2],
    [4_050, 3],
    [8_050, 4],
  ] as const) {
    vi.advanceTimersByTime(START + ms - Date.now());
    expect(countOf(DELIVERIES_DUE)).toBe(woken);
  }
});

test("a clock that was set back delays the wake, and does not lose it", () => {
  scheduleRetry(after(2_000));
  vi.setSystemTime(START - 1_000);
  vi.advanceTimersByTime(2_050);
  expect(countOf(DELIVERIES_DUE)).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(countOf(DELIVERIES_DUE)).toBe(1);
});
