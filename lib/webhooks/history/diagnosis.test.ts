import { describe, expect, it, test } from "vitest";
import { type AttemptError, classifyStatus, planRetry } from "../delivery/retry";
import { type Diagnosis, diagnose, forecastRetry, isMendedByUrl, wasSent } from "./diagnosis";

const answered = (statusCode: number, durationMs = 20) => {
  const error = classifyStatus(statusCode);
  return { success: error === null, statusCode, error, durationMs };
};
const failed = (error: AttemptError) => ({ success: false, statusCode: null, error, durationMs: null });

describe("the diagnosis of a response", () => {
  it.each<[number, Diagnosis]>([
    [200, "delivered"],
    [204, "delivered"],
    [301, "redirect"],
    [302, "redirect"],
    [304, "redirect"],
    [400, "bad_request"],
    [401, "unauthorized"],
    [402, "client_error"],
    [403, "unauthorized"],
    [404, "not_found"],
    [405, "method_not_allowed"],
    [408, "request_timeout"],
    [410, "gone"],
    [413, "too_large"],
    [415, "unsupported_type"],
    [418, "client_error"],
    [422, "bad_request"],
    [429, "rate_limited"],
    [500, "server_error"],
    [501, "server_error"],
    [502, "overloaded"],
    [503, "overloaded"],
    [504, "overloaded"],
    [599, "server_error"],
    [600, "server_error"],
    [199, "unexpected"],
  ])("%i: %s", (statusCode, diagnosis) => {
    expect(diagnose(answered(statusCode))).toBe(diagnosis);
  });

  it("distinguishes an unsent attempt from one without a response", () => {
    const unsent: AttemptError[] = ["dns_failed", "target_refused", "api_units_exceeded"];
    expect(unsent.map((error) => wasSent(failed(error)))).toEqual([false, false, false]);
    expect([wasSent(failed("timeout")), wasSent(answered(503)), wasSent(answered(200))]).toEqual([true, true, true]);
  });

  it("warns of a slow response", () => {
    expect(diagnose(answered(200, 7_500))).toBe("delivered");
    expect(diagnose(answered(200, 7_501))).toBe("delivered_slowly");
  });

  it.each<[AttemptError, Diagnosis]>([
    ["dns_failed", "dns_failed"],
    ["tls_failed", "tls_failed"],
    ["timeout", "timeout"],
    ["connection_failed", "connection_failed"],
    ["target_refused", "target_refused"],
    ["api_units_exceeded", "api_units_exceeded"],
  ])("no response, %s: %s", (error, diagnosis) => {
    expect(diagnose(failed(error))).toBe(diagnosis);
  });

  it("has a diagnosis for an unknown error", () => {
    expect(diagnose({ success: false, statusCode: null, error: "constructor", durationMs: null })).toBe("unexpected");
    expect(diagnose({ success: false, statusCode: null, error: null, durationMs: null })).toBe("unexpected");
  });
});

describe("the retry forecast", () => {
  const outcomes = [
    ...[301, 400, 401, 404, 405, 408, 410, 418, 422, 429, 500, 502, 503, 504].map((status) => answered(status)),
    ...(
      ["dns_failed", "tls_failed", "timeout", "connection_failed", "target_refused", "api_units_exceeded"] as const
    ).map(failed),
  ];

  it.each(outcomes)("agrees with the retry table on %o", (outcome) => {
    const isTriedAgain = planRetry(outcome, 1, false, new Date()) !== null;
    expect(forecastRetry({ ...outcome, attempt: 4, nextRetryAt: null })).toBe(isTriedAgain ? "exhausted" : "stopped");
    expect(forecastRetry({ ...outcome, attempt: 1, nextRetryAt: null })).toBe(isTriedAgain ? "single" : "stopped");
    expect(forecastRetry({ ...outcome, attempt: 1, nextRetryAt: "2026-06-09T00:00:00Z" })).toBe("retrying");
  });

  it("is no retry after an error that the retry table does not know", () => {
    const unknown = { success: false, statusCode: 503, error: "constructor", durationMs: null };
    expect(forecastRetry({ ...unknown, attempt: 4, nextRetryAt: null })).toBe("stopped");
    expect(forecastRetry({ ...unknown, error: null, attempt: 4, nextRetryAt: null })).toBe("stopped");
  });

  it("is empty after a success", () => {
    expect(forecastRetry({ ...answered(200), attempt: 1, nextRetryAt: null })).toBeNull();
  });
});

test.each([
  [failed("target_refused"), true],
  [failed("dns_failed"), true],
  [answered(301), true],
  [answered(404), true],
  [answered(410), true],
  [failed("timeout"), false],
  [answered(200), false],
  [answered(401), false],
  [answered(503), false],
])("another URL mends %o: %s", (outcome, expected) => {
  expect(isMendedByUrl(outcome)).toBe(expected);
});
