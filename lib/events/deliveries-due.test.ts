import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { connectSignals, type Signal } from "../platform/background";
import { notifyDeliveriesDueAt } from "./deliveries-due";

const START = Date.parse("2026-06-09T12:00:00.020Z");
let sent: Signal[];
const after = (ms: number) => new Date(START + ms);
const countWoken = () => sent.length;

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
  notifyDeliveriesDueAt(after(2_000));
  vi.advanceTimersByTime(1_999);
  expect(countWoken()).toBe(0);
  vi.advanceTimersByTime(51);
  expect(countWoken()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(countWoken()).toBe(1);
});

test("a thousand failures at once share a wake", () => {
  for (let n = 0; n < 1_000; n += 1) notifyDeliveriesDueAt(after(2_000));
  notifyDeliveriesDueAt(after(3_100));
  expect(countWoken()).toBe(0);
  vi.advanceTimersByTime(10_000);
  expect(countWoken()).toBe(2);
});

test("what is due after the next sweep has no timer", () => {
  notifyDeliveriesDueAt(after(61_000));
  expect(vi.getTimerCount()).toBe(0);
});

test("every due instant is woken for, whatever the order in which the attempts fail", () => {
  for (const ms of [8_000, 2_000, 4_000, 2_300]) notifyDeliveriesDueAt(after(ms));
  for (const [ms, woken] of [
    [2_050, 1],
    [2_350, 2],
    [4_050, 3],
    [8_050, 4],
  ] as const) {
    vi.advanceTimersByTime(START + ms - Date.now());
    expect(countWoken()).toBe(woken);
  }
});

test("a clock that was set back delays the wake, and does not lose it", () => {
  notifyDeliveriesDueAt(after(2_000));
  vi.setSystemTime(START - 1_000);
  vi.advanceTimersByTime(2_050);
  expect(countWoken()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(countWoken()).toBe(1);
});

test("a clock that was an hour behind for a moment delays the wake by a minute at most", () => {
  notifyDeliveriesDueAt(after(2_000));
  vi.setSystemTime(START - 3_600_000);
  vi.advanceTimersByTime(2_050);
  vi.setSystemTime(START + 2_050);
  vi.advanceTimersByTime(60_000);
  expect(countWoken()).toBe(1);
});
