import { expect, test } from "vitest";
import { EMPTY_FIELDS } from "@/lib/tasks/task";
import { readChanges, readNewTask } from "./read-form";
import { showFields } from "./task-values";

const VALUES = { ...showFields(EMPTY_FIELDS, "UTC"), title: "Title" };

test.each(["", "\u200b", "One\nTwo", "x".repeat(201)])("a form does not take the title %j", (title) => {
  const { problems } = readNewTask({ ...VALUES, title }, "", "UTC");
  expect(problems).toContainEqual({ path: "title", message: "title_invalid" });
});

test("a form takes a title of one line", () => {
  expect(readNewTask(VALUES, "", "UTC").problems).toEqual([]);
});

test("a form leaves what was not touched exactly as it is stored", () => {
  const base = {
    ...EMPTY_FIELDS,
    version: 1,
    title: "One\nTwo",
    description: "a\r\nb",
    status: "COMPLETED" as const,
    startDate: "2026-06-01T09:30:00.000Z",
  };
  const values = showFields(base, "UTC");
  expect(readChanges(values, base, "UTC", [])).toEqual({ mine: {}, problems: [] });
  const changed = { ...values, status: "IN_PROGRESS", startDate: "", dueDate: "2026-06-09" };
  expect(readChanges(changed, base, "UTC", []).mine).toEqual({
    status: "IN_PROGRESS",
    startDate: null,
    dueDate: "2026-06-09T23:59:59.999Z",
  });
  expect(readChanges({ ...values, startDate: "soon" }, base, "UTC", []).problems).toEqual([
    { path: "startDate", message: "start_invalid" },
  ]);
});
