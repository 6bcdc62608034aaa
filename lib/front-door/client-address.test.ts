import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resetShared } from "../../e2e/support/scenes/shared-state";
import { log } from "../platform/log";
import { readClientAddress } from "./page-headers";

const arrive = (forwarded?: string) =>
  ({
    socket: { remoteAddress: "192.0.2.1" },
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  }) as unknown as IncomingMessage;

beforeEach(resetShared);
afterEach(() => {
  vi.unstubAllEnvs();
  resetShared();
});

test("without a trusted proxy the address is the socket's, and the first X-Forwarded-For is warned of", () => {
  const warn = vi.spyOn(log(), "warn");
  expect(readClientAddress(arrive())).toBe("192.0.2.1");
  expect(warn).not.toHaveBeenCalled();
  for (const forwarded of ["203.0.113.9", "203.0.113.9, 10.0.0.1", ""])
    expect(readClientAddress(arrive(forwarded))).toBe("192.0.2.1");
  expect(warn.mock.calls).toEqual([[expect.stringContaining("SVC_TRUSTED_PROXIES")]]);
});

test.each([
  ["1", "203.0.113.9, 198.51.100.7", "198.51.100.7"],
  ["2", "203.0.113.9, 198.51.100.7", "203.0.113.9"],
  ["2", "198.51.100.7", "192.0.2.1"],
])("behind %s trusted proxies %s is %s, without a warning", (hops, forwarded, address) => {
  vi.stubEnv("SVC_TRUSTED_PROXIES", hops);
  const warn = vi.spyOn(log(), "warn");
  expect(readClientAddress(arrive(forwarded))).toBe(address);
  expect(warn).not.toHaveBeenCalled();
});
