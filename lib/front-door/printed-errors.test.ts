import { afterEach, expect, test, vi } from "vitest";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { unavailable } from "../platform/errors";
import { followAnswer, markActionBegun } from "../platform/page-answer";
import { shared } from "../platform/shared";
import { adoptConsole, logPageError } from "./printed-errors";

const original = { error: console.error, warn: console.warn };
afterEach(() => {
  Object.assign(console, original);
  resetShared();
});

function catchLog() {
  const lines: [level: string, fields: Record<string, unknown>, message: string][] = [];
  const note = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void lines.push([level, fields, message]);
  resetShared();
  shared("log", () => ({ error: note("error"), warn: note("warn") }));
  return lines;
}

test("sends what libraries print to the log, without colours and secrets", () => {
  const lines = catchLog();
  adoptConsole();
  const error = new Error("broken");
  console.error("\u001b[31m⨯\u001b[0m", error, { reason: `svc_live_${"a".repeat(43)}` });
  console.warn("careful");
  expect(lines).toEqual([
    ["error", { error }, "⨯ { reason: 'svc_live_[redacted]' }"],
    ["warn", {}, "careful"],
  ]);
});

test("a request that its client gave up is no error, and a broken connection of ours is one", () => {
  const lines = catchLog();
  adoptConsole();
  const request = { method: "POST", route: "/login", kind: "action" };
  const given = [
    Object.assign(new Error("aborted"), { code: "ECONNRESET" }),
    new Error("Unexpected end of form"),
    new DOMException("This operation was aborted", "AbortError"),
  ];
  for (const error of given) {
    logPageError(error, request);
    console.error(error);
  }
  expect(lines).toEqual([]);
  const broken = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  logPageError(Object.assign(broken, { digest: "123" }), request);
  expect(lines).toEqual([
    ["error", { error: broken, digest: "123", ...request }, "a page, action or route handler failed"],
  ]);
});

test("an action that fails without a digest gets a reference, which the log has too", () => {
  const lines = catchLog();
  const reference = followAnswer((answer) => {
    markActionBegun();
    logPageError(new Error("broken"), { method: "POST", route: "/settings/account", kind: "action" });
    return answer.failure;
  });
  expect(reference).toMatch(/^\d{10}$/);
  expect(lines).toMatchObject([["error", { digest: reference, kind: "action" }, expect.any(String)]]);
});

test("a page that fails because a part is away is 503, and another failure is not", () => {
  const lines = catchLog();
  const request = { method: "GET", route: "/settings/developer/audit-log", kind: "render" };
  const failWith = (error: Error) =>
    followAnswer((answer) => {
      logPageError(error, request);
      return answer.isUnavailable;
    });
  const database = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
  expect([unavailable("the archive"), database, new Error("broken")].map(failWith)).toEqual([true, true, false]);
  const failed = "a page, action or route handler failed";
  expect(lines.map(([, , message]) => message)).toEqual([
    `${failed}, because a part is away`,
    `${failed}, because the database is away`,
    failed,
  ]);
});

test("logs unreadable actions once a minute, with their number", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const lines = catchLog();
  adoptConsole();
  const request = { method: "POST", route: "/login", kind: "action" };
  const sendBroken = () => {
    followAnswer(() => logPageError(new Error("Maximum call stack size exceeded"), request));
    console.warn(new Error('Failed to find Server Action "x". This request might be from an older deployment.'));
  };
  for (let sent = 0; sent < 500; sent += 1) sendBroken();
  vi.advanceTimersByTime(60_000);
  for (let sent = 0; sent < 500; sent += 1) sendBroken();
  vi.useRealTimers();
  expect(lines.map(([level, { times }, message]) => [level, times, message.slice(0, 35)])).toEqual([
    ["warn", 1, "a form or action could not be read:"],
    ["warn", 1_000, "a form or action could not be read:"],
  ]);
});
