import { expect, test } from "vitest";
import { isApiTarget, isDecodablePath, readTarget } from "./request-target";

test.each([
  ["/v1/me?x=1", "/v1/me?x=1"],
  ["http://svc.test/v1/me?x=1", "/v1/me?x=1"],
  ["http://svc.test", "/"],
  ["*", "*"],
  [undefined, "/"],
  ["//v1/me", "//v1/me"],
])("%s is asked for as %s", (url, target) => {
  expect(readTarget(url)).toBe(target);
});

test.each([
  ["/v1", true],
  ["/v1/", true],
  ["/v1?x", true],
  ["/v1/me", true],
  ["/v12", false],
  ["/", false],
  ["//v1", false],
])("%s belongs to the API: %s", (target, isApi) => {
  expect(isApiTarget(target)).toBe(isApi);
});

test.each([
  ["/rooms/a%20b", true],
  ["/%E6%97%A5", true],
  ["/%00", true],
  ["/%", false],
  ["/%ff", false],
  ["/a%ED%A0%80", false],
])("the path %s can be decoded: %s", (path, isDecodable) => {
  expect(isDecodablePath(path)).toBe(isDecodable);
});
