import { expect, test } from "vitest";
import { methodNotAllowed } from "./errors";

test.each([
  ["POST, OPTIONS", "Method PUT is not allowed. Use POST."],
  ["GET, HEAD, OPTIONS", "Method PUT is not allowed. Use GET or HEAD."],
  ["GET, HEAD, POST, OPTIONS", "Method PUT is not allowed. Use GET, HEAD or POST."],
])("a method besides %s is told what to use", (allow, message) => {
  expect(methodNotAllowed("PUT", allow)).toMatchObject({ status: 405, message, headers: { allow } });
});
