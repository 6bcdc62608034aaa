import { describe, expect, it } from "vitest";
import { findWaitSeconds, groupAddress, SIGN_IN_WINDOW_MS } from "./sign-in-limit";

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

describe("groupAddress", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2:ffff::1", "2001:db8:1:2::/64"],
    ["2001:0db8:0001::7", "2001:db8:1:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", "unknown"],
  ])("%s → %s", (address, expected) => {
    expect(groupAddress(address)).toBe(expected);
  });
});
