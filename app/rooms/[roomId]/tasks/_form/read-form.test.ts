import { expect, test } from "vitest";
import { readNewTask } from "./read-form";

const VALUES = { title: "Title", description: "", status: "NOT_STARTED", startDate: "", dueDate: "" };

test.each(["", "\u200b", "One\nTwo", "x".repeat(201)])("a form does not take the title %j", (title) => {
  const { problems } = readNewTask({ ...VALUES, title }, "", "UTC");
  expect(problems).toContainEqual({ path: "title", message: "title_invalid" });
});

test("a form takes a title of one line", () => {
  expect(readNewTask(VALUES, "", "UTC").problems).toEqual([]);
});
