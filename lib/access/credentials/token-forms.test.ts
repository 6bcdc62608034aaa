import { expect, test } from "vitest";
import { isCliToken, makeCliToken } from "./cli-token";
import { createSecret, parseEnvironment } from "./key-secret";
import { isAccessToken, isRefreshToken, makeAccessToken, makeRefreshToken } from "./token";

test.each([
  ["svc_live_", createSecret("live").plaintext, (text: string) => parseEnvironment(text) === "live"],
  ["svc_test_", createSecret("test").plaintext, (text: string) => parseEnvironment(text) === "test"],
  ["svc_at_", makeAccessToken(), isAccessToken],
  ["svc_rt_", makeRefreshToken(), isRefreshToken],
  ["svc_cli_", makeCliToken(), isCliToken],
] as const)("%s is followed by 43 characters, and by nothing else", (prefix, token, isOfThisForm) => {
  expect(token).toMatch(new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`));
  expect(isOfThisForm(token)).toBe(true);
  for (const other of [`${token}4ERV9Z`, `${token}a`, token.slice(0, -1), `${token.slice(0, -1)}.`]) {
    expect(isOfThisForm(other)).toBe(false);
  }
});
