import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BoardTask, compareTasks, isOverdue } from "./card";
import { dayOf, formatDay, parseDay } from "./days";
import { mergeTask } from "./merge";
import { CreateTask, EMPTY_FIELDS, type TaskFields, TaskWriteResponse, UpdateTask } from "./task";
import {
  adjustSchedule,
  adjustSpan,
  type Grip,
  listMonths,
  openWindow,
  placeSpan,
  readSpan,
  turnWindow,
} from "./timeline";

const day = (text: string) => parseDay(text) ?? Number.NaN;
const show = ({ from, to }: { from: number; to: number }) => `${formatDay(from)}..${formatDay(to)}`;

describe("bar of a task", () => {
  test.each([
    ["2026-06-01T08:00:00.000Z", "2026-06-09T20:00:00.000Z", "UTC", "2026-06-01..2026-06-09"],
    ["2026-06-01T08:00:00.000Z", "2026-06-09T20:00:00.000Z", "Asia/Tokyo", "2026-06-01..2026-06-10"],
    ["2026-06-01T03:00:00.000Z", "2026-06-09T20:00:00.000Z", "America/New_York", "2026-05-31..2026-06-09"],
    [null, "2026-06-09T20:00:00.000Z", "UTC", "2026-06-09..2026-06-09"],
    ["2026-06-01T08:00:00.000Z", null, "UTC", "2026-06-01..2026-06-01"],
  ])("%s to %s in %s: %s", (startDate, dueDate, zone, expected) => {
    const span = readSpan({ startDate, dueDate }, zone);
    expect(span && show(span)).toBe(expected);
  });

  test("draws no bar without dates", () => expect(readSpan({ startDate: null, dueDate: null }, "UTC")).toBeNull());

  test.each<[Grip, number, string]>([
    ["move", 3, "2026-06-04..2026-06-12"],
    ["move", -400, "2025-04-27..2025-05-05"],
    ["start", 3, "2026-06-04..2026-06-09"],
    ["start", -3, "2026-05-29..2026-06-09"],
    ["start", 99, "2026-06-09..2026-06-09"],
    ["due", 3, "2026-06-01..2026-06-12"],
    ["due", -99, "2026-06-01..2026-06-01"],
  ])("%s by %i: %s", (grip, days, expected) => {
    expect(show(adjustSpan({ from: day("2026-06-01"), to: day("2026-06-09") }, grip, days))).toBe(expected);
  });
});

describe("dates changed by a drag", () => {
  const both = { startDate: "2026-06-01T08:00:00.000Z", dueDate: "2026-06-09T20:00:00.000Z" };
  const due = { startDate: null, dueDate: "2026-06-09T20:00:00.000Z" };
  const start = { startDate: "2026-06-01T08:00:00.000Z", dueDate: null };
  test.each([
    [both, "move", 1, "UTC", { startDate: "2026-06-02T08:00:00.000Z", dueDate: "2026-06-10T20:00:00.000Z" }],
    [both, "due", 1, "UTC", { dueDate: "2026-06-10T23:59:59.999Z" }],
    [both, "due", 1, "Asia/Tokyo", { dueDate: "2026-06-11T14:59:59.999Z" }],
    [both, "start", -1, "Asia/Tokyo", { startDate: "2026-05-30T15:00:00.000Z" }],
    [both, "start", 99, "UTC", { startDate: "2026-06-09T00:00:00.000Z" }],
    [both, "move", 0, "UTC", {}],
    [due, "move", 1, "UTC", { dueDate: "2026-06-10T20:00:00.000Z" }],
    [due, "start", -2, "UTC", { startDate: "2026-06-07T00:00:00.000Z" }],
    [due, "due", 2, "UTC", { startDate: "2026-06-09T00:00:00.000Z", dueDate: "2026-06-11T23:59:59.999Z" }],
    [due, "due", -2, "UTC", {}],
    [start, "start", -1, "UTC", { startDate: "2026-05-31T00:00:00.000Z", dueDate: "2026-06-01T23:59:59.999Z" }],
    [
      { startDate: "2026-03-28T09:00:00.000Z", dueDate: "2026-03-28T09:00:00.000Z" },
      "move",
      1,
      "Europe/Berlin",
      { startDate: "2026-03-29T08:00:00.000Z", dueDate: "2026-03-29T08:00:00.000Z" },
    ],
  ] as const)("%j %s %i in %s", (schedule, grip, days, zone, expected) => {
    expect(adjustSchedule(schedule, grip, days, zone)).toEqual(expected);
  });

  test("shows the requested bar and never a start after the due date", () => {
    const instants = fc.date({ min: new Date("2000-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    const zones = fc.constantFrom("UTC", "Asia/Tokyo", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo");
    const grips = fc.constantFrom<Grip[]>("move", "start", "due");
    fc.assert(
      fc.property(instants, instants, grips, fc.integer({ min: -99, max: 99 }), zones, (a, b, grip, days, zone) => {
        const [first, last] = dayOf(a, zone) === dayOf(b, zone) ? [a, a] : a < b ? [a, b] : [b, a];
        const schedule = { startDate: first.toISOString(), dueDate: last.toISOString() };
        const changed = { ...schedule, ...adjustSchedule(schedule, grip, days, zone) };
        const span = readSpan(schedule, zone);
        expect(readSpan(changed, zone)).toEqual(span && adjustSpan(span, grip, days));
        expect(String(changed.startDate) <= String(changed.dueDate)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("window of a timeline", () => {
  const today = day("2026-06-10");
  test("begins on a Monday shortly before today", () => {
    expect(openWindow("day", today, null)).toEqual({ from: day("2026-06-01"), days: 70 });
    expect(openWindow("week", today, null)).toEqual({ from: day("2026-04-13"), days: 364 });
    expect(openWindow("day", today, day("2026-01-01"))).toEqual({ from: day("2025-12-29"), days: 70 });
  });

  test("returns to the same window after turning there and back, overlapping it", () => {
    const window = openWindow("day", today, null);
    const next = openWindow("day", today, turnWindow(window, 1));
    expect(next.from).toBeGreaterThan(window.from);
    expect(next.from).toBeLessThan(window.from + window.days);
    expect(turnWindow(next, -1)).toBe(window.from);
  });

  test.each([
    [10, 12, { kind: "shown", offset: 0, length: 3, isCutBefore: false, isCutAfter: false }],
    [5, 12, { kind: "shown", offset: 0, length: 3, isCutBefore: true, isCutAfter: false }],
    [15, 99, { kind: "shown", offset: 5, length: 5, isCutBefore: false, isCutAfter: true }],
    [-1_000_000, 5_000_000, { kind: "shown", offset: 0, length: 10, isCutBefore: true, isCutAfter: true }],
    [19, 19, { kind: "shown", offset: 9, length: 1, isCutBefore: false, isCutAfter: false }],
    [20, 25, { kind: "after" }],
    [1, 9, { kind: "before" }],
  ])("places a bar from %i to %i in 10..19", (from, to, expected) => {
    expect(placeSpan({ from, to }, { from: 10, days: 10 })).toEqual(expected);
  });

  test("fills the window with its months", () => {
    const months = listMonths({ from: day("2026-01-26"), days: 70 });
    expect(months.map(({ day: first, length }) => [formatDay(first), length])).toEqual([
      ["2026-01-26", 6],
      ["2026-02-01", 28],
      ["2026-03-01", 31],
      ["2026-04-01", 5],
    ]);
  });
});

describe("merge", () => {
  const base: TaskFields = {
    ...EMPTY_FIELDS,
    title: "Base",
    startDate: "2026-06-01T00:00:00.000Z",
    dueDate: "2026-06-09T00:00:00.000Z",
  };
  const [early, late] = ["2026-05-01T00:00:00.000Z", "2026-07-01T00:00:00.000Z"];
  test.each<[Partial<TaskFields>, Partial<TaskFields>, string[], Partial<TaskFields>]>([
    [{}, { title: "Theirs" }, [], {}],
    [{ title: "Base" }, { title: "Theirs" }, [], {}],
    [{ title: "Mine" }, { status: "COMPLETED" }, [], { title: "Mine" }],
    [{ title: "Mine" }, { title: "Theirs" }, ["title"], { title: "Mine" }],
    [{ title: "Same" }, { title: "Same" }, [], {}],
    [{ dueDate: null }, { dueDate: late }, ["dueDate"], { dueDate: null }],
    [
      { status: "IN_PROGRESS", title: "Mine" },
      { title: "Theirs" },
      ["title"],
      { status: "IN_PROGRESS", title: "Mine" },
    ],
    [
      { startDate: "2026-06-08T00:00:00.000Z" },
      { dueDate: early, startDate: early },
      ["startDate"],
      {
        startDate: "2026-06-08T00:00:00.000Z",
      },
    ],
    [{ startDate: late, dueDate: late }, { title: "Theirs" }, [], { startDate: late, dueDate: late }],
    [
      { startDate: "2026-06-08T00:00:00.000Z" },
      { dueDate: "2026-06-05T00:00:00.000Z" },
      ["startDate"],
      {
        startDate: "2026-06-08T00:00:00.000Z",
      },
    ],
  ])("mine %j, theirs %j: contested %j", (mine, changed, contested, changes) => {
    expect(mergeTask(base, mine, { ...base, ...changed })).toEqual({ contested, changes });
  });
});

describe("cards", () => {
  const card = (facts: Partial<BoardTask>): BoardTask => ({
    ...EMPTY_FIELDS,
    id: "task_1",
    title: "Task",
    version: 1,
    creator: null,
    assignee: null,
    updatedAt: "2026-06-01T00:00:00.000Z",
    ...facts,
  });

  test("are overdue from the due instant until they are completed", () => {
    const dueDate = "2026-06-09T12:00:00.000Z";
    const at = new Date(dueDate);
    expect(isOverdue(card({ dueDate }), at)).toBe(false);
    expect(isOverdue(card({ dueDate }), new Date(at.getTime() + 1))).toBe(true);
    expect(isOverdue(card({ dueDate, status: "COMPLETED" }), new Date(at.getTime() + 1))).toBe(false);
    expect(isOverdue(card({}), at)).toBe(false);
  });

  test("sort by due date, then without one, then completed latest first", () => {
    const open = [
      card({ id: "a", dueDate: "2026-06-09T00:00:00.000Z" }),
      card({ id: "b" }),
      card({ id: "c", dueDate: "2026-06-01T00:00:00.000Z" }),
      card({ id: "d" }),
    ];
    expect(open.sort(compareTasks).map(({ id }) => id)).toEqual(["c", "a", "d", "b"]);
    const done = [
      card({ id: "a", status: "COMPLETED", updatedAt: "2026-06-01T00:00:00.000Z" }),
      card({ id: "b", status: "COMPLETED", updatedAt: "2026-06-02T00:00:00.000Z" }),
    ];
    expect(done.sort(compareTasks).map(({ id }) => id)).toEqual(["b", "a"]);
  });
});

test("rejects and hides the start date on /v1", () => {
  const startDate = "2026-06-09T12:00:00.000Z";
  expect(CreateTask.safeParse({ title: "Task", startDate }).success).toBe(false);
  expect(UpdateTask.safeParse({ title: "Task", startDate }).success).toBe(false);
  expect(Object.keys(TaskWriteResponse.shape)).not.toContain("startDate");
});
