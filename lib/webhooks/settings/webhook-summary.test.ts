import { describe, expect, it } from "vitest";
import { countDaysUntil, matchesFilter, readState, readSuccessPercent } from "./webhook-summary";

const webhook = {
  roomId: "room_1",
  roomName: "General",
  name: "Tracker",
  url: "https://hooks.example.com/in",
  apiVersion: "2026-06-09" as const,
  events: ["task.created"],
  isActive: true,
  listener: null,
  failureNotice: null,
};
const ALL = { room: "", state: "", version: "", text: "" } as const;

describe("the state in the list", () => {
  it.each([
    [{ isActive: true, failureNotice: null }, "active"],
    [{ isActive: true, failureNotice: 5 }, "failing"],
    [{ isActive: false, failureNotice: 15 }, "inactive"],
  ])("%o is %s", (facts, state) => {
    expect(readState(facts)).toBe(state);
  });
});

describe("filters", () => {
  it.each([
    [{}, true],
    [{ room: "room_1" }, true],
    [{ room: "room_2" }, false],
    [{ state: "failing" as const }, false],
    [{ version: "2025-10-23" as const }, false],
    [{ text: " TRACK " }, true],
    [{ text: "hooks.example" }, true],
    [{ text: "task.created" }, true],
    [{ text: "general" }, true],
    [{ text: "message" }, false],
    [{ state: "active" as const, version: "2026-06-09" as const, text: "in" }, true],
  ])("%o: %s", (filter, isShown) => {
    expect(matchesFilter(webhook, { ...ALL, ...filter })).toBe(isShown);
  });
});

describe("the share of successes", () => {
  it.each([
    [0, 0, null],
    [3, 0, 100],
    [0, 3, 0],
    [2, 1, 66.7],
    [99_999, 1, 99.9],
    [1, 99_999, 0.1],
  ])("%i and %i failed: %s", (succeeded, failed, percent) => {
    expect(readSuccessPercent({ succeeded, failed })).toBe(percent);
  });
});

it("counts started days", () => {
  const end = new Date("2026-12-31T00:00:00Z");
  expect(countDaysUntil(end, new Date("2026-12-30T23:00:00Z"))).toBe(1);
  expect(countDaysUntil(end, new Date("2026-12-29T00:00:00Z"))).toBe(2);
  expect(countDaysUntil(end, new Date("2027-01-01T00:00:00Z"))).toBe(0);
});
