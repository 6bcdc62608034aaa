import { expect, test } from "vitest";
import { projectEnd } from "./projection";

const at = new Date("2026-11-10T00:00:00Z");
const resetAt = new Date("2026-12-01T00:00:00Z");
const hoursAgo = (hours: number) => new Date(at.getTime() - hours * 3_600_000);

test("projects units at the pace of the last seven days", () => {
  const hours = [
    { hour: hoursAgo(400), units: 1_000_000 },
    { hour: hoursAgo(168), units: 350 },
    { hour: hoursAgo(1), units: 350 },
  ];
  expect(projectEnd({ limit: 2_000, used: 1_500, resetAt, hours }, at)).toEqual(new Date("2026-11-15T00:00:00Z"));
});

test("counts a first hour as a day, so that one test does not end the month", () => {
  const hours = [{ hour: hoursAgo(1), units: 100 }];
  expect(projectEnd({ limit: 20_000, used: 100, resetAt, hours }, at)).toBeNull();
});

test.each([
  ["no limit", { limit: null, used: 5 }, null],
  ["nothing used lately", { limit: 10, used: 5 }, null],
  ["used up", { limit: 10, used: 10 }, at],
])("%s", (_, { limit, used }, expected) => {
  expect(projectEnd({ limit, used, resetAt, hours: [] }, at)).toEqual(expected);
});
