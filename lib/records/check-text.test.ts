import { expect, test } from "vitest";
import { checkComment, checkText } from "./check-text";

const reasonOf = (check: () => unknown) => {
  try {
    return check();
  } catch (error) {
    return (error as { details: { issues: unknown[] } }).details.issues;
  }
};

test.each([
  [{ title: "  " }, "title", "title_missing"],
  [{ title: "\u200b" }, "title", "title_missing"],
  [{ title: "One\nTwo" }, "title", "title_lines"],
  [{ title: "😀".repeat(201) }, "title", "title_too_long"],
  [{ title: "a\u0000" }, "title", "title_unreadable"],
  [{ content: "😀".repeat(200_001) }, "content", "content_too_long"],
  [{ content: "\ud800" }, "content", "content_unreadable"],
])("rejects %o", (part, path, message) => {
  expect(reasonOf(() => checkText({ title: "Minutes", content: "", ...part }))).toEqual([{ path, message }]);
});

test("counts code points and leaves a fitting text unchanged", () => {
  const text = { title: "😀".repeat(200), content: "😀".repeat(200_000) };
  expect(checkText(text)).toEqual(text);
});

test.each([
  ["  ", false, null],
  [" fine ", false, "fine"],
  ["", true, [{ path: "comment", message: "comment_missing" }]],
  ["x".repeat(2_001), false, [{ path: "comment", message: "comment_too_long" }]],
  ["a\u0000b", true, [{ path: "comment", message: "comment_unreadable" }]],
])("checks the comment %j, required: %s", (comment, isRequired, outcome) => {
  expect(reasonOf(() => checkComment(comment, { isRequired }))).toEqual(outcome);
});
