import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { connectSignals, type Signal } from "../platform/background";
import { DELIVERIES_DUE, notifyDeliveriesDueAt } from "./deliveries-due";

const START = Date.parse("2026-06-09T12:00:00.020Z");
let sent: Signal[];
const after = (ms: number) => new Date(START + ms);
const listSleeping = () => sent.filter(({ data }) => data["dueAt"] !== undefined);
const countWoken = () => sent.length - listSleeping().length;

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

test("a thousand failures at once share a wake, and a sleeping run for each second", () => {
  for (let n = 0; n < 1_000; n += 1) notifyDeliveriesDueAt(after(2_000));
  notifyDeliveriesDueAt(after(3_100));
  expect(listSleeping().map(({ id, data }) => [id, data["dueAt"]])).toEqual([
    [`${DELIVERIES_DUE}:${Date.parse("2026-06-09T12:00:03Z")}`, "2026-06-09T12:00:03.000Z"],
    [`${DELIVERIES_DUE}:${Date.parse("2026-06-09T12:00:04Z")}`, "2026-06-09T12:00:04.000Z"],
  ]);
  vi.advanceTimersByTime(10_000);
  expect(countWoken()).toBe(2);
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
