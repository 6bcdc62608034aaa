import { expect, test } from "vitest";
import { ListenerAnswer } from "./listener";

test.each([
  [{ statusCode: 200 }, true],
  [{ statusCode: null, error: "timeout" }, true],
  [{ statusCode: 200, error: "timeout" }, false],
  [{ statusCode: null }, false],
  [{ statusCode: 99 }, false],
])("an answer %j is accepted: %s", (answer, isAccepted) => {
  expect(ListenerAnswer.safeParse({ durationMs: 1, ...answer }).success).toBe(isAccepted);
});

test("replaces NUL in a preview, which PostgreSQL does not store", () => {
  const answer = { statusCode: 200, durationMs: 1, preview: "a\u0000b" };
  expect(ListenerAnswer.parse(answer).preview).toBe("a\ufffdb");
});
