import { expect, test } from "vitest";
import { parseDurationMs, readMoment } from "./duration";

test.each([
  ["1s", 1_000],
  ["90ms", 90],
  ["2h30m10s", 9_010_000],
  ["1w1d", 691_200_000],
])("%s", (text, ms) => {
  expect(parseDurationMs(text)).toBe(ms);
});

test.each(["", "s", "1", "1y", "1s ", "-1s", "1.5s"])("%j is refused", (text) => {
  expect(() => parseDurationMs(text)).toThrow("does not understand");
});

test("reads a moment as a duration from now or an instant", () => {
  expect(readMoment("8s", 1_000)).toBe(9_000);
  expect(readMoment("2026-11-21T00:00:00.000Z", 1_000)).toBe(Date.UTC(2026, 10, 21));
  expect(readMoment("", 1_000)).toBe(1_000);
  expect(() => readMoment("2026-99-99", 0)).toThrow("instant");
});
