import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayOf, endOfDay, formatDay, moveByDays, parseDay, readZone, startOfDay, weekdayOf } from "./days";

const day = (text: string) => parseDay(text) ?? Number.NaN;
const ZONES = [
  "UTC",
  "Asia/Tokyo",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "Pacific/Niue",
  "Africa/Cairo",
  "America/Havana",
];

describe("day of an instant", () => {
  test.each([
    ["2026-06-09T23:30:00Z", "UTC", "2026-06-09"],
    ["2026-06-09T23:30:00Z", "Asia/Tokyo", "2026-06-10"],
    ["2026-06-09T03:30:00Z", "America/New_York", "2026-06-08"],
    ["2026-03-08T04:59:59.999Z", "America/New_York", "2026-03-07"],
    ["2026-03-08T05:00:00Z", "America/New_York", "2026-03-08"],
    ["2026-06-09T10:00:00Z", "Pacific/Kiritimati", "2026-06-10"],
    ["2026-06-09T10:59:59Z", "Pacific/Niue", "2026-06-08"],
    ["1969-12-31T23:59:59Z", "UTC", "1969-12-31"],
  ])("%s in %s: %s", (at, zone, expected) => {
    expect(formatDay(dayOf(new Date(at), zone))).toBe(expected);
  });

  test("reads every year that the API can write", () => {
    for (const at of ["0001-01-01T00:00:00Z", "0099-12-31T00:00:00Z", "9999-12-31T23:59:59Z"])
      for (const zone of ZONES) expect(Number.isInteger(dayOf(new Date(at), zone))).toBe(true);
    expect(dayOf(new Date("0001-01-02T12:00:00Z"), "UTC") - dayOf(new Date("0001-01-01T12:00:00Z"), "UTC")).toBe(1);
  });
});

describe("start and end of a day", () => {
  test.each([
    ["2026-06-09", "Europe/Berlin", "2026-06-08T22:00:00.000Z", "2026-06-09T21:59:59.999Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z", "2026-03-29T21:59:59.999Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"],
    // Clocks go forward at midnight, so the day begins at 1:00.
    ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z", "2026-04-24T20:59:59.999Z"],
    // Clocks go back at 1:00, so midnight comes twice.
    ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z", "2026-11-02T04:59:59.999Z"],
    ["2026-10-04", "Australia/Lord_Howe", "2026-10-03T13:30:00.000Z", "2026-10-04T12:59:59.999Z"],
  ])("%s in %s", (text, zone, start, end) => {
    expect([startOfDay(day(text), zone).toISOString(), endOfDay(day(text), zone).toISOString()]).toEqual([start, end]);
  });

  test("returns a first and a last instant on the day, directly followed by the next day", () => {
    // Kiritimati has no 1 January 1995, so the days begin after it.
    const days = fc.integer({ min: day("1995-02-01"), max: day("2040-12-31") });
    fc.assert(
      fc.property(days, fc.constantFrom(...ZONES), (some, zone) => {
        expect(dayOf(startOfDay(some, zone), zone)).toBe(some);
        expect(dayOf(endOfDay(some, zone), zone)).toBe(some);
        expect(dayOf(new Date(startOfDay(some, zone).getTime() - 1), zone)).toBe(some - 1);
      }),
      { numRuns: 500 },
    );
  });
});

describe("move by days, keeping the time of day", () => {
  test.each([
    ["2026-03-27T16:00:00Z", 7, "Europe/Berlin", "2026-04-03T15:00:00.000Z"],
    ["2026-10-24T15:00:00Z", 1, "Europe/Berlin", "2026-10-25T16:00:00.000Z"],
    // 2:30 does not exist on that day.
    ["2026-03-28T01:30:00Z", 1, "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    // 2:30 exists twice; the first one counts.
    ["2026-10-24T00:30:00Z", 1, "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-06-09T08:30:00.123Z", -1, "Asia/Tokyo", "2026-06-08T08:30:00.123Z"],
    ["2026-06-09T08:30:00Z", 0, "Asia/Tokyo", "2026-06-09T08:30:00.000Z"],
  ])("%s by %i in %s", (at, days, zone, expected) => {
    expect(moveByDays(new Date(at), days, zone).toISOString()).toBe(expected);
  });

  test("lands on the intended day and never swaps the order of two", () => {
    // Kiritimati has no 1 January 1995; it lies more than 400 days before these.
    const instants = fc.date({ min: new Date("1996-03-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: 0, max: 5_000_000_000 }),
        fc.integer({ min: -400, max: 400 }),
        fc.constantFrom(...ZONES),
        (at, later, days, zone) => {
          const moved = moveByDays(at, days, zone);
          expect(dayOf(moved, zone)).toBe(dayOf(at, zone) + days);
          const end = new Date(at.getTime() + later);
          // Wall-clock time alone cannot order two instants of the hour that an autumn night repeats.
          if (dayOf(end, zone) > dayOf(at, zone))
            expect(moveByDays(end, days, zone).getTime()).toBeGreaterThan(moved.getTime());
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("days of a date field", () => {
  test.each([
    "2026-02-29",
    "2026-13-01",
    "2026-1-1",
    "0000-00-00",
    "12026-01-01",
    "1899-12-31",
    "",
    "today",
    "2026-06-09 ",
  ])("rejects %j", (text) => expect(parseDay(text)).toBeNull());

  test("formats a parsed day unchanged", () => {
    for (const text of ["1900-01-01", "1970-01-01", "2024-02-29", "2999-12-31"])
      expect(formatDay(day(text))).toBe(text);
    expect([weekdayOf(day("2026-06-08")), weekdayOf(day("2026-06-14")), weekdayOf(day("1969-12-28"))]).toEqual([
      0, 6, 6,
    ]);
  });

  test("treats an unknown zone as UTC", () => {
    expect(["Asia/Tokyo", "Mars/Olympus", "", "x".repeat(5_000)].map(readZone)).toEqual([
      "Asia/Tokyo",
      "UTC",
      "UTC",
      "UTC",
    ]);
  });
});
