import { describe, expect, it } from "vitest";
import { findWaitSeconds, SIGN_IN_WINDOW_MS } from "./sign-in-limit";

describe("findWaitSeconds", () => {
  const now = new Date("2026-06-09T12:00:00Z");
  const ago = (ms: number) => new Date(now.getTime() - ms);

  it.each([
    ["no quota is full", [null, null], null],
    ["the account's is", [ago(60_000), null], 14 * 60],
    ["the address's is", [null, ago(0)], 15 * 60],
    ["both are: the longer wait", [ago(60_000), ago(120_000)], 14 * 60],
    ["the last failure leaves the window now", [ago(SIGN_IN_WINDOW_MS), null], null],
    ["a part of a second is left", [ago(SIGN_IN_WINDOW_MS - 1), null], 1],
  ])("%s", (_, filledAt, expected) => {
    expect(findWaitSeconds(filledAt, now)).toBe(expected);
  });
});
