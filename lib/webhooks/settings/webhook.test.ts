import { expect, test } from "vitest";
import { WEBHOOK_API_VERSION_V1, WEBHOOK_API_VERSION_V2, WEBHOOK_LEGACY_HEADER_SUNSET_AT } from "../../platform/limits";
import { readSunset } from "./webhook";

test.each([
  ["v1 before its end", WEBHOOK_API_VERSION_V1, -1, WEBHOOK_LEGACY_HEADER_SUNSET_AT],
  ["v1 at its end", WEBHOOK_API_VERSION_V1, 0, null],
  ["v2 before the end of v1", WEBHOOK_API_VERSION_V2, -1, null],
] as const)("the sunset of %s", (_, version, afterMs, sunset) => {
  expect(readSunset(version, new Date(WEBHOOK_LEGACY_HEADER_SUNSET_AT.getTime() + afterMs))).toEqual(sunset);
});
